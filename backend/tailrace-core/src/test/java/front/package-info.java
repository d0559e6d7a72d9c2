/** A front for an API that nobody has, written against what is exported alone. */
package front;

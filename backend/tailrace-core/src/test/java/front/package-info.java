/** A front for an API of its own, written against what is exported alone. */
package front;

/** A web application that logs. It knows SLF4J only. */
package shop;

/** Web applications in real containers, each in a JVM of its own. */
package dev.tailrace.servlet;

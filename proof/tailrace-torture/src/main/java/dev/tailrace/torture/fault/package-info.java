/** What is done to processes that log, each fault in a class of its own. It doesn't know how often it is done, nor what is printed. */
@NullMarked
package dev.tailrace.torture.fault;

import org.jspecify.annotations.NullMarked;

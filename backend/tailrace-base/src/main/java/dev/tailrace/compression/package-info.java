/** The interface of modules that compress rolled files in a format that the JDK lacks. Knows no file, no log and no other package. */
@NullMarked
package dev.tailrace.compression;

import org.jspecify.annotations.NullMarked;

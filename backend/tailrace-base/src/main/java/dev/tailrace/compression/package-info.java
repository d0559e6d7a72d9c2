/**
 * What another module needs to know to compress finished files in a format that the JDK doesn't have. Knows no file, no log and no other
 * package.
 */
@NullMarked
package dev.tailrace.compression;

import org.jspecify.annotations.NullMarked;

/**
 * Reads a configuration file into immutable records and coded findings. Needs only the JDK: it starts nothing and knows no
 * engine, so that a linter can use it.
 */
@NullMarked
package dev.tailrace.config;

import org.jspecify.annotations.NullMarked;

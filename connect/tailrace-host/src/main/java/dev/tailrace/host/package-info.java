/**
 * Appenders inside of another backend, their host: one engine for all of them, logs that they share, and the readers of configuration files
 * for what their host has configured. Knows no host's classes.
 */
@NullMarked
package dev.tailrace.host;

import org.jspecify.annotations.NullMarked;

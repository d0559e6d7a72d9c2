/**
 * The engine's public face: open a log, append bytes, flush, force, close. Appenders of other backends, access logs and audit files stand
 * on it.
 */
@NullMarked
package dev.tailrace.engine;

import org.jspecify.annotations.NullMarked;

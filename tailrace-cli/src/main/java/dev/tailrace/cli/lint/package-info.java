/**
 * Judges a Logback configuration: what Tailrace makes of it, and which incidents wait in it for those who stay with Logback. It
 * starts no engine, and it must not know how a finding is shown.
 */
@NullMarked
package dev.tailrace.cli.lint;

import org.jspecify.annotations.NullMarked;

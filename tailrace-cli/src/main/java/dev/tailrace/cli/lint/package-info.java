/**
 * Judges a configuration: what Tailrace makes of it, and which incidents wait in it for those who stay with Logback or Log4j 2. It
 * starts no engine, and it must not know how a finding is shown.
 */
@NullMarked
package dev.tailrace.cli.lint;

import org.jspecify.annotations.NullMarked;

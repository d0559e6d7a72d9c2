/**
 * Judges a configuration: what Tailrace makes of it, and which incidents wait in it for users who stay with Logback or Log4j 2. It
 * starts no engine, and it must not know how a finding is shown. {@code ./tailrace lint} shows all of it, doctor what may have to do with
 * what it sees.
 */
@NullMarked
package dev.tailrace.lint;

import org.jspecify.annotations.NullMarked;

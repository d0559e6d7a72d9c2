/**
 * Sick and healthy programs that doctor is tried on, and the table of what it ought to find. Written without sight of
 * doctor's rules, and must not know them.
 */
@NullMarked
package dev.tailrace.doctor.corpus;

import org.jspecify.annotations.NullMarked;

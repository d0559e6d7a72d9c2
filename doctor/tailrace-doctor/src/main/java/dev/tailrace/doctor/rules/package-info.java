/**
 * Diagnosis: one rule for each kind of trouble, each with a code that never changes. It must not know how
 * evidence is read, or how a finding is shown.
 */
@NullMarked
package dev.tailrace.doctor.rules;

import org.jspecify.annotations.NullMarked;

/** Findings for people: a finding with its code, and the list of all codes of the backend. */
@NullMarked
package dev.tailrace.finding;

import org.jspecify.annotations.NullMarked;

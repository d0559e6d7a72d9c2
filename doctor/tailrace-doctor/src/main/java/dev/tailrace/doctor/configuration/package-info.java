/**
 * Reads configurations of logging as evidence: files, and what the agent wrote. It must not know what is wrong with one, which lint says.
 */
@NullMarked
package dev.tailrace.doctor.configuration;

import org.jspecify.annotations.NullMarked;

/**
 * Evidence about an application, from any source: small immutable records. It must not know how they are read, what
 * they mean, or which library an application logs with.
 *
 * <p>A new kind of evidence is a record that implements {@link dev.tailrace.probe.evidence.EvidenceItem}, in the package that reads
 * it, and a {@link dev.tailrace.probe.evidence.EvidenceReader} that recognises it.
 */
@NullMarked
package dev.tailrace.probe.evidence;

import org.jspecify.annotations.NullMarked;

package dev.tailrace.doctor.lint;

import dev.tailrace.doctor.evidence.Exhibit;
import dev.tailrace.doctor.evidence.Source;
import java.util.List;

/**
 * A configuration of logging. Immutable.
 *
 * @param remarks what may go wrong with it for those who stay with their backend
 * @param outlooks the stalls that it has in store
 */
public record LoggingConfiguration(Source source, List<Remark> remarks, List<Outlook> outlooks) implements Exhibit {
    public LoggingConfiguration {
        remarks = List.copyOf(remarks);
        outlooks = List.copyOf(outlooks);
    }
}

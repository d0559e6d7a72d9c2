package dev.tailrace.doctor.rules;

import dev.tailrace.probe.evidence.Exhibit;
import java.util.List;
import java.util.Set;

/** Looks for one kind of trouble. */
public interface Rule {
    /** What it has to see; without any one of these it is not asked. */
    Set<Class<? extends Exhibit>> needs();

    /** What it finds. Never throws for what the evidence contains. */
    List<Finding> check(Patient patient);
}

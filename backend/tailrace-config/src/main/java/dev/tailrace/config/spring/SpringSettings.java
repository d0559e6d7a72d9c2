package dev.tailrace.config.spring;

import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.source.SpringSource;
import dev.tailrace.config.source.StructuredSettings;
import dev.tailrace.config.xml.ExpressionText.ProblemException;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Spring's environment as one configuration gets it. Where it isn't at hand, only its profiles are known, and only if the start of the JVM
 * names them. Not thread-safe.
 */
public final class SpringSettings {
    private static final String ACTIVE = "spring.profiles.active";
    private static final String ACTIVE_VARIABLE = "SPRING_PROFILES_ACTIVE";
    private static final String DEFAULT = "default";

    private final PropertySource outside;
    private final @Nullable SpringSource environment;
    private boolean reported;

    public SpringSettings(PropertySource outside) {
        this.outside = outside;
        this.environment = outside.spring();
    }

    /** The settings of the structured formats; without Spring's environment only the number of this process. */
    public StructuredSettings structured() {
        return environment == null
                ? StructuredSettings.of(ProcessHandle.current().pid())
                : environment.structured();
    }

    /** Whether Spring's environment is at hand. */
    public boolean isAsked() {
        return environment != null;
    }

    /** Adds the file's one finding about values that Spring's environment would have, unless that is at hand. */
    public void reportAbsence(Findings findings, int line) {
        if (reported || environment != null) {
            return;
        }
        reported = true;
        String place = given(outside.systemProperty(ACTIVE))
                ? "-D" + ACTIVE
                : given(outside.environment(ACTIVE_VARIABLE)) ? ACTIVE_VARIABLE : null;
        findings.add(
                FindingCode.SPRING_ASSUMED,
                line,
                "Spring's environment is not at hand. Its profiles are taken to be "
                        + FindingText.quote(String.join(", ", profiles()))
                        + (place == null
                                ? ", because neither -D" + ACTIVE + " nor " + ACTIVE_VARIABLE + " names others"
                                : ", from " + place)
                        + "; its properties, such as logging.*, have no value, and defaults take their place.");
    }

    private static boolean given(@Nullable String text) {
        return text != null && !text.isBlank();
    }

    /** The names of the active profiles. */
    public Set<String> profiles() {
        String active = environment == null ? outside.systemProperty(ACTIVE) : environment.property(ACTIVE);
        if (environment == null && !given(active)) {
            active = outside.environment(ACTIVE_VARIABLE);
        }
        Set<String> names = new LinkedHashSet<>();
        for (String name : active == null ? new String[0] : active.split(",", -1)) {
            if (!name.isBlank()) {
                names.add(name.strip());
            }
        }
        return names.isEmpty() ? Set.of(DEFAULT) : names;
    }

    /**
     * Whether one of the profile expressions holds.
     *
     * @throws ProblemException when one isn't understood; never when Spring itself is asked
     */
    public boolean accepts(String expressions) throws ProblemException {
        String[] all =
                Arrays.stream(expressions.split(",", -1)).map(String::strip).toArray(String[]::new);
        if (environment != null) {
            return environment.acceptsProfiles(all);
        }
        boolean active = false;
        for (String expression : all) {
            active |= ProfileExpression.holds(expression, profiles());
        }
        return active;
    }

    /** The value of a property; null when it has none, or Spring's environment isn't at hand. */
    public @Nullable String value(String name) {
        return environment == null ? null : environment.property(name);
    }
}

package dev.tailrace.config.log4j;

import dev.tailrace.config.spring.SpringSettings;
import dev.tailrace.config.xml.ExpressionText;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Decides about Log4j 2's arbiters: elements whose children take their place when a condition holds. In a {@code <Select>} the
 * first that holds is chosen.
 */
final class Log4jArbiters {
    private final Log4jDocument document;

    Log4jArbiters(Log4jDocument document) {
        this.document = document;
    }

    /** Puts the children of arbiters that hold in their place, wherever they are. */
    void decide(Log4jNode node) {
        List<Log4jNode> chosen = new ArrayList<>();
        for (Log4jNode child : node.children()) {
            if (child.is("Select")) {
                chosen.addAll(select(child));
            } else if (isArbiter(child)) {
                if (holds(child)) {
                    chosen.addAll(child.children());
                }
            } else {
                chosen.add(child);
            }
        }
        if (!chosen.equals(node.children())) {
            node.replaceChildren(chosen);
            decide(node);
            return;
        }
        chosen.forEach(this::decide);
    }

    private static boolean isArbiter(Log4jNode node) {
        return node.type().toLowerCase(Locale.ROOT).endsWith("arbiter") || node.is("SpringProfile");
    }

    private List<Log4jNode> select(Log4jNode select) {
        for (Log4jNode child : select.children()) {
            if (isArbiter(child) && holds(child)) {
                return child.children();
            }
        }
        return List.of();
    }

    private boolean holds(Log4jNode arbiter) {
        if (arbiter.is("DefaultArbiter")) {
            return true;
        }
        String name = arbiter.value("propertyName");
        String wanted = arbiter.value("propertyValue");
        if (arbiter.is("SystemPropertyArbiter")) {
            return name != null && matches(document.outside().systemProperty(name), wanted);
        }
        if (arbiter.is("EnvironmentArbiter")) {
            return name != null && matches(document.outside().environment(name), wanted);
        }
        if (arbiter.is("SpringProfile")) {
            return isActive(arbiter);
        }
        document.unknownPlugin(
                arbiter,
                null,
                "nothing of what is inside is read.",
                "Use <SystemPropertyArbiter propertyName=\"...\" propertyValue=\"...\">, or take out of it what is to be read.");
        return false;
    }

    private boolean isActive(Log4jNode arbiter) {
        String name = arbiter.required("name", "what is inside is not read.");
        if (name == null) {
            return false;
        }
        SpringSettings spring = document.spring();
        spring.reportAbsence(document.findings(), arbiter.line());
        try {
            return spring.accepts(name);
        } catch (ExpressionText.ProblemException e) {
            document.findings()
                    .add(
                            FindingCode.CONDITION_NOT_UNDERSTOOD,
                            arbiter.line(),
                            "The profiles " + FindingText.quote(name) + " are not understood: " + e.getMessage()
                                    + ". What is inside is not read.");
            return false;
        }
    }

    /** Without a value it is enough that there is one. */
    private static boolean matches(@Nullable String value, @Nullable String wanted) {
        return value != null && (wanted == null || value.equals(wanted));
    }
}

package dev.tailrace.config.logback.document;

import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.ExpressionText;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which branch of an {@code <if>} is read: by its own attribute {@code condition}, or by the element {@code <condition>} in
 * front of it. A condition that can't be evaluated chooses neither, as in Logback. Not thread-safe.
 */
final class Branches {
    private final Document document;
    private final ElementValues values;
    private final Findings findings;
    private final IdentityHashMap<Element, List<Element>> chosen = new IdentityHashMap<>();
    private @Nullable Element waiting;
    private @Nullable Boolean waitingHolds;

    Branches(Document document) {
        this.document = document;
        this.values = document.values();
        this.findings = values.findings();
    }

    /** A {@code <condition>}: it holds for the next {@code <if>}. */
    void condition(Element element) {
        waiting = element;
        waitingHolds = null;
        values.onlyAttributes(element, "class");
        Map<String, String> options = new java.util.HashMap<>();
        document.eachOption(element, option -> options.put(option.optionName(), values.text(option)));
        String key = options.getOrDefault("key", "");
        String value = values.variables().value(key);
        switch (values.part(element, LogbackClasses.Part.UNKNOWN)) {
            case PROPERTY_EQUALITY ->
                waitingHolds = needs(element, options, "key", "value")
                        ? options.getOrDefault("value", "").equals(value)
                        : null;
            case PROPERTY_DEFINED -> waitingHolds = needs(element, options, "key") ? value != null : null;
            case PROPERTY_NULL -> waitingHolds = needs(element, options, "key") ? value == null : null;
            case PROPERTY_EXPRESSION ->
                waitingHolds = needs(element, options, "expression")
                        ? evaluate(element, options.getOrDefault("expression", ""))
                        : null;
            default -> UnknownNames.reportClass(values, element, "condition", "neither branch of its <if> is read.");
        }
    }

    private boolean needs(Element element, Map<String, String> options, String... names) {
        for (String name : names) {
            if (options.getOrDefault(name, "").isEmpty()) {
                findings.add(
                        FindingCode.CONDITION_NOT_UNDERSTOOD,
                        element.line(),
                        "The condition has no <" + name + ">; neither branch of its <if> is read.");
                return false;
            }
        }
        for (String name : options.keySet()) {
            if (!List.of(names).contains(name)) {
                findings.add(
                        FindingCode.UNKNOWN_OPTION,
                        element.line(),
                        "<" + name + "> is not known inside <" + element.name() + ">; it is ignored.");
            }
        }
        return true;
    }

    /** The elements that take the place of an {@code <if>}. */
    List<Element> choose(Element element) {
        values.onlyAttributes(element, "condition", "name");
        values.noText(element);
        String text = values.attribute(element, "condition");
        Boolean holds;
        if (text != null && !text.isBlank()) {
            holds = evaluate(element, text);
        } else if (waiting != null) {
            holds = waitingHolds;
        } else {
            holds = null;
            findings.add(
                    FindingCode.CONDITION_NOT_UNDERSTOOD,
                    element.line(),
                    "This <if> has no condition: neither an attribute nor a <condition> in front of it. Neither branch is"
                            + " read.");
        }
        waiting = null;
        List<Element> branch = new ArrayList<>();
        for (Element child : element.children()) {
            if (!child.is("then") && !child.is("else")) {
                UnknownNames.reportOption(values, child, element, null);
            } else if (holds != null && child.is("then") == holds) {
                branch.addAll(child.children());
            }
        }
        chosen.put(element, branch);
        return branch;
    }

    /** Every {@code <if>} that was met. */
    Set<Element> all() {
        return chosen.keySet();
    }

    /** The elements that {@link #choose} chose before. */
    List<Element> chosen(Element element) {
        return chosen.getOrDefault(element, List.of());
    }

    private @Nullable Boolean evaluate(Element element, String text) {
        try {
            Condition.Outcome outcome = Condition.evaluate(text, values.variables()::value);
            if (outcome.comparesStrings()) {
                findings.add(
                        FindingCode.STRINGS_BY_IDENTITY,
                        element.line(),
                        "The condition " + FindingText.quote(text)
                                + " compares strings by == or !=, which asks in Java whether they are the same object: in"
                                + " Logback == is hardly ever true. Here their characters are compared.");
            }
            return outcome.holds();
        } catch (ExpressionText.ProblemException e) {
            findings.add(
                    FindingCode.CONDITION_NOT_UNDERSTOOD,
                    element.line(),
                    "The condition " + FindingText.quote(text) + " is not understood: " + e.getMessage()
                            + ". Neither branch is read.");
            return null;
        }
    }
}

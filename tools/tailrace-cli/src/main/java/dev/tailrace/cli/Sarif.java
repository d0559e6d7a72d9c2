package dev.tailrace.cli;

import dev.tailrace.lint.Lint;
import dev.tailrace.lint.remark.Remark;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Findings in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS). */
final class Sarif {
    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

    private Sarif() {}

    /** The document as maps and lists, in the order of the specification. */
    static Map<String, Object> of(List<Lint.Result> results) {
        Map<String, Integer> rules = new LinkedHashMap<>();
        List<Object> descriptors = new ArrayList<>();
        List<Object> found = new ArrayList<>();
        boolean successful = true;
        for (Lint.Result result : results) {
            successful &= result.readable();
            for (Remark remark : result.remarks()) {
                if (!rules.containsKey(remark.code())) {
                    rules.put(remark.code(), rules.size());
                    descriptors.add(descriptor(remark));
                }
                found.add(result(remark, rules.getOrDefault(remark.code(), 0)));
            }
        }
        Map<String, Object> driver =
                map("name", "tailrace lint", "semanticVersion", BuildVersion.version(), "rules", descriptors);
        Map<String, Object> run = map(
                "tool",
                map("driver", driver),
                "invocations",
                List.of(map("executionSuccessful", successful)),
                "results",
                found);
        return map("$schema", SCHEMA, "version", "2.1.0", "runs", List.of(run));
    }

    private static Map<String, Object> descriptor(Remark remark) {
        return map(
                "id",
                remark.code(),
                "shortDescription",
                map("text", remark.title()),
                "help",
                map("text", remark.remedy() + " " + remark.document() + " says more."),
                "defaultConfiguration",
                map("level", level(remark)));
    }

    private static Map<String, Object> result(Remark remark, int rule) {
        StringBuilder text = new StringBuilder(remark.cause());
        remark.evidence().forEach(each -> text.append(" (").append(each).append(')'));
        text.append(' ').append(remark.remedy());
        if (remark.withTailrace() != null) {
            text.append(" With Tailrace: ").append(remark.withTailrace());
        }
        Map<String, Object> place = map("artifactLocation", map("uri", uri(String.valueOf(remark.file()))));
        if (remark.line() > 0) {
            place.put("region", map("startLine", remark.line()));
        }
        Map<String, Object> result = map(
                "ruleId",
                remark.code(),
                "ruleIndex",
                rule,
                "level",
                level(remark),
                "message",
                map("text", text.toString()),
                "locations",
                List.of(map("physicalLocation", place)));
        List<Object> others = new ArrayList<>();
        for (int line : remark.lines()) {
            if (line != remark.line()) {
                others.add(map(
                        "physicalLocation",
                        map(
                                "artifactLocation",
                                map("uri", uri(String.valueOf(remark.file()))),
                                "region",
                                map("startLine", line)),
                        "message",
                        map("text", "The same cause.")));
            }
        }
        if (!others.isEmpty()) {
            result.put("relatedLocations", others);
        }
        return result;
    }

    private static String level(Remark remark) {
        return remark.severity().equals("info") ? "note" : remark.severity();
    }

    /** A relative path stays relative, so that the document holds on other machines. */
    private static String uri(String file) {
        Path path = Path.of(file);
        if (path.isAbsolute()) {
            return path.toUri().toString();
        }
        try {
            String relative = path.toString().replace('\\', '/');
            return new URI(null, null, relative.contains(":") ? "./" + relative : relative, null).toASCIIString();
        } catch (URISyntaxException e) {
            return path.toUri().toString();
        }
    }

    private static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}

package dev.tailrace.lint;

import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.model.ParseResult;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import dev.tailrace.lint.remark.Remark;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges a file once more with each Spring profile that it names, unless the start of this JVM says which are active. */
final class SpringProfiles {
    private static final String ACTIVE = "spring.profiles.active";
    private static final String ACTIVE_VARIABLE = "SPRING_PROFILES_ACTIVE";
    private static final String OPERATORS = "[\\s,()&|!]+";
    private static final String WITH = "with the Spring profile";
    private static final int MOST = 8;

    private record Place(String code, @Nullable String file, int line) {
        static Place of(Remark remark) {
            return new Place(remark.code(), remark.file(), remark.line());
        }
    }

    private SpringProfiles() {}

    /** The remarks, then those that only other profiles have, which name them. */
    static List<Remark> with(
            List<Remark> remarks,
            ParseResult parseResult,
            PropertySource outside,
            Function<PropertySource, List<Remark>> judge) {
        Set<Place> known = remarks.stream().map(Place::of).collect(Collectors.toSet());
        Map<Place, Remark> others = new LinkedHashMap<>();
        Map<Place, List<String>> names = new LinkedHashMap<>();
        if (!areGiven(outside)) {
            for (String name : names(parseResult)) {
                for (Remark each : judge.apply(new WithProfile(outside, name))) {
                    Place place = Place.of(each);
                    if (!known.contains(place) && !each.code().equals(FindingCode.SPRING_ASSUMED.code())) {
                        others.putIfAbsent(place, each);
                        names.computeIfAbsent(place, any -> new ArrayList<>()).add(FindingText.quote(name));
                    }
                }
            }
        }
        List<Remark> all = new ArrayList<>(remarks);
        others.forEach((place, each) -> all.add(each.evidence(Stream.concat(
                        each.evidence().stream(), Stream.of(in(names.getOrDefault(place, List.of()))))
                .toArray(String[]::new))));
        return all;
    }

    /** Whether the start of this JVM says which profiles are active. */
    static boolean areGiven(PropertySource outside) {
        return Stream.of(outside.systemProperty(ACTIVE), outside.environment(ACTIVE_VARIABLE))
                .anyMatch(each -> each != null && !each.isBlank());
    }

    private static String in(List<String> profiles) {
        return WITH + (profiles.size() > 1 ? "s " : " ") + String.join(", ", profiles);
    }

    /** The profiles without which a remark doesn't hold, in words; empty: it always does. */
    static String of(Remark remark) {
        return remark.evidence().stream()
                .filter(each -> each.startsWith(WITH))
                .findFirst()
                .orElse("");
    }

    private static List<String> names(ParseResult parseResult) {
        return parseResult.elements().stream()
                .filter(each -> each.name().equals("springProfile"))
                .map((ConfigElement each) -> each.attribute("name"))
                // The profiles of "a & b" are tried each alone, and together.
                .flatMap(each -> Stream.concat(
                        Stream.of(each.split(OPERATORS, -1)),
                        Stream.of(each.replaceAll("\\s*&\\s*", ","))
                                .filter(both -> each.matches("[^|!(),]*&[^|!(),]*"))))
                .map(String::strip)
                .filter(each -> !each.isEmpty() && !each.equals("default"))
                .distinct()
                .sorted()
                .limit(MOST)
                .toList();
    }

    /** Another source, with an active profile. */
    private record WithProfile(PropertySource outside, String name) implements PropertySource {
        @Override
        public @Nullable String systemProperty(String property) {
            return property.equals(ACTIVE) ? name : outside.systemProperty(property);
        }

        @Override
        public @Nullable String environment(String variable) {
            return outside.environment(variable);
        }

        @Override
        public @Nullable InputStream resource(String resource) throws IOException {
            return outside.resource(resource);
        }
    }
}

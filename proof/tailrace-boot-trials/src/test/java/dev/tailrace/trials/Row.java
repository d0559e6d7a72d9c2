package dev.tailrace.trials;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table: a promise of Spring Boot, an application that tries it, and what must be seen then. What is seen has names:
 * {@code console}, {@code stderr} and {@code system} (the system properties that were added) are there for each row, and {@code exit} for
 * those in a JVM of their own; a scenario adds others. The expectations hold for both backends, which proves them on Logback; what is
 * compared must be the same with both.
 */
final class Row {
    static final String CONSOLE = "console";
    static final String STDERR = "stderr";
    static final String SYSTEM = "system";
    static final String EXIT = "exit";

    final String id;
    final String promise;
    final List<String> arguments = new ArrayList<>();
    final Map<String, String> resources = new LinkedHashMap<>();
    final Map<String, String> environment = new TreeMap<>();
    final List<String> jvm = new ArrayList<>();
    /** In front of the command that starts the JVM. */
    final List<String> wrapper = new ArrayList<>();

    final List<String> compared = new ArrayList<>();
    private final List<Expectation> expectations = new ArrayList<>();
    Scenario scenario = stage -> {
        stage.start();
        stage.log().info("hello");
    };
    boolean web;
    boolean alone;
    boolean devtools;
    Boot since = Boot.V35;
    Boot until = Boot.V41;

    @Nullable
    Backend only;

    String area = "";

    private record Expectation(String key, Pattern pattern, int least, int most) {}

    private Row(String id, String promise) {
        this.id = id;
        this.promise = promise;
    }

    static Row row(String id, String promise) {
        return new Row(id, promise);
    }

    /** Arguments of the command line; {@code {dir}} stands for the folder of the row. */
    Row args(String... more) {
        arguments.addAll(List.of(more));
        return this;
    }

    /** A file on the class path. */
    Row resource(String name, String text) {
        resources.put(name, text);
        return this;
    }

    /** With a web server, its own controller and the actuator's endpoints. */
    Row web() {
        web = true;
        return this;
    }

    /** In a JVM of its own. */
    Row alone() {
        alone = true;
        return this;
    }

    Row env(String name, String value) {
        environment.put(name, value);
        return alone();
    }

    Row jvm(String... options) {
        jvm.addAll(List.of(options));
        return alone();
    }

    Row within(String... command) {
        wrapper.addAll(List.of(command));
        return alone();
    }

    /** With DevTools on the class path. */
    Row devtools() {
        devtools = true;
        return alone();
    }

    Row since(Boot version) {
        since = version;
        return this;
    }

    Row until(Boot version) {
        until = version;
        return this;
    }

    /** For what the other backend has no counterpart of. */
    Row onlyOn(Backend backend) {
        only = backend;
        return this;
    }

    Row play(Scenario played) {
        scenario = played;
        return this;
    }

    /** What must be the same with both backends. */
    Row same(String... keys) {
        compared.addAll(List.of(keys));
        return this;
    }

    /** Patterns that must be found, each at least once. */
    Row has(String key, String... patterns) {
        Arrays.stream(patterns).forEach(each -> expect(key, each, 1, Integer.MAX_VALUE));
        return this;
    }

    Row hasNot(String key, String... patterns) {
        Arrays.stream(patterns).forEach(each -> expect(key, each, 0, 0));
        return this;
    }

    Row count(String key, String pattern, int times) {
        expect(key, pattern, times, times);
        return this;
    }

    private void expect(String key, String pattern, int least, int most) {
        expectations.add(new Expectation(key, Pattern.compile(pattern, Pattern.MULTILINE), least, most));
    }

    boolean isFor(Boot version, Backend backend) {
        return version.compareTo(since) >= 0 && version.compareTo(until) <= 0 && (only == null || only == backend);
    }

    /** Whether what Logback leaves is compared; else both are only checked by themselves. */
    boolean isCompared() {
        return !compared.isEmpty();
    }

    /** What isn't as expected, or an empty list. */
    List<String> violations(Map<String, String> seen) {
        List<String> violations = new ArrayList<>();
        for (Expectation each : expectations) {
            String text = seen.getOrDefault(each.key, "");
            Matcher matcher = each.pattern.matcher(text);
            int found = 0;
            while (matcher.find()) {
                found++;
            }
            if (found < each.least || found > each.most) {
                violations.add(each.key + " has /" + each.pattern + "/ " + found + " times, expected "
                        + (each.most == 0 ? "none" : each.most == each.least ? String.valueOf(each.least) : "some")
                        + ": " + text);
            }
        }
        return violations;
    }

    @Override
    public String toString() {
        return id;
    }
}

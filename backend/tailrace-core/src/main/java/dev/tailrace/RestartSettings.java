package dev.tailrace;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.TailraceSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Those settings of a configuration that a running process can't change: memory is mapped, threads wait in their way, lanes are where
 * others look for them. Immutable.
 *
 * @param values each in words, by its name; those of an appender are named after it, too
 */
record RestartSettings(Map<String, String> values) {
    RestartSettings {
        values = Map.copyOf(values);
    }

    static RestartSettings of(Configuration configuration) {
        Map<String, String> values = new TreeMap<>();
        TailraceSettings all = configuration.settings();
        values.put("memory", String.valueOf(all.memory()));
        values.put("spill", String.valueOf(all.spill()));
        values.put("wait", all.waiting() + " " + all.force());
        values.put("interval", String.valueOf(all.intervalMillis()));
        values.put("jmx", String.valueOf(all.jmx()));
        values.put("archiverShare", String.valueOf(all.archiverShare()));
        for (AppenderConfig appender : configuration.appenders()) {
            TailraceSettings own = appender.settings();
            values.put("directory of " + appender.name(), own.directory() + " " + own.parentDirectory());
            values.put("stripes of " + appender.name(), String.valueOf(own.stripes()));
        }
        return new RestartSettings(values);
    }

    /** The names of what {@code fresh} has otherwise than {@code before} and than the process was started with, which this is. */
    List<String> changedBy(RestartSettings before, RestartSettings fresh) {
        List<String> names = new ArrayList<>();
        for (Map.Entry<String, String> each : new TreeMap<>(fresh.values).entrySet()) {
            String name = each.getKey();
            String was = values.get(name);
            // An appender that the process wasn't started with got what it asks for.
            if (was != null
                    && !was.equals(each.getValue())
                    && !Objects.equals(before.values.get(name), each.getValue())) {
                names.add(name);
            }
        }
        return names;
    }
}

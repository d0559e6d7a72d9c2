package dev.tailrace.runtime;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.TailraceSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The settings of a configuration that a running process can't change: memory is mapped, threads have their wait strategy, lanes are where
 * other processes look for them. Immutable.
 *
 * @param values each setting's value as text, by its name; an appender's settings have its name in theirs
 */
record RestartSettings(Map<String, String> values) {
    RestartSettings {
        values = Map.copyOf(values);
    }

    static RestartSettings of(Configuration configuration) {
        Map<String, String> values = new TreeMap<>();
        TailraceSettings.Engine all = configuration.settings().engine();
        values.put("memory", String.valueOf(all.memory()));
        values.put("spill", String.valueOf(all.spill()));
        values.put("wait", all.waiting() + " " + all.force());
        values.put("interval", String.valueOf(all.intervalMillis()));
        values.put("archiverShare", String.valueOf(all.archiverShare()));
        for (AppenderConfig appender : configuration.appenders()) {
            TailraceSettings.Lanes own = appender.settings().lanes();
            values.put("directory of " + appender.name(), own.directory() + " " + own.parentDirectory());
            values.put("stripes of " + appender.name(), String.valueOf(own.stripes()));
        }
        return new RestartSettings(values);
    }

    /**
     * The names of settings in {@code fresh} that differ both from {@code before} and from this object, with which the process was started.
     */
    List<String> changedBy(RestartSettings before, RestartSettings fresh) {
        List<String> names = new ArrayList<>();
        for (Map.Entry<String, String> each : new TreeMap<>(fresh.values).entrySet()) {
            String name = each.getKey();
            String was = values.get(name);
            // A new appender got the settings that it asks for.
            if (was != null
                    && !was.equals(each.getValue())
                    && !Objects.equals(before.values.get(name), each.getValue())) {
                names.add(name);
            }
        }
        return names;
    }
}

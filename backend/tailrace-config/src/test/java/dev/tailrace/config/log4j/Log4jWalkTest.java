package dev.tailrace.config.log4j;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import co.elastic.logging.log4j2.EcsLayout;
import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.Reading;
import dev.tailrace.config.WalkTable;
import dev.tailrace.finding.Finding;
import java.io.ByteArrayInputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginAliases;
import org.apache.logging.log4j.core.config.plugins.PluginAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderFactory;
import org.apache.logging.log4j.core.config.plugins.PluginElement;
import org.apache.logging.log4j.core.config.plugins.PluginFactory;
import org.apache.logging.log4j.core.config.plugins.PluginValue;
import org.apache.logging.log4j.layout.template.json.JsonTemplateLayout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every element, attribute and inner element that the plugins of the real Log4j 2 core know is either supported here, which the table
 * {@code walk/log4j.txt} claims and this test tries, or is answered by a finding with its line. Nothing is ignored in silence.
 */
final class Log4jWalkTest {
    private static final String ROOT =
            "<Loggers><Root level='info'><AppenderRef ref='A'/></Root></Loggers></Configuration>";
    private static final String CONSOLE = "<Configuration>\n<Appenders><Console name='A'>";
    private static final String END = "</Console></Appenders>" + ROOT;

    /** Where an element of a type stands, when it has no section of its own. */
    private static final Map<String, String> FRAMES = Map.of(
            "appender", "<Configuration>\n<Appenders><@ name='A'/></Appenders>" + ROOT,
            "layout", CONSOLE + "<@/>" + END,
            "filter", CONSOLE + "<@/>" + END,
            "patternSelector", CONSOLE + "<PatternLayout><@/></PatternLayout>" + END,
            "rewritePolicy", "<Configuration>\n<Appenders><Rewrite name='A'><@/></Rewrite></Appenders>" + ROOT,
            "connectionSource", "<Configuration>\n<Appenders><JDBC name='A'><@/></JDBC></Appenders>" + ROOT,
            "Arbiter", "<Configuration>\n<@/><Appenders><Null name='A'/></Appenders>" + ROOT);

    /** Not elements of a configuration. */
    private static final Set<String> NO_ELEMENTS = Set.of("advertiser");

    /** What XmlConfiguration reads of the outermost element; it is no plugin. */
    private static final List<String> OF_CONFIGURATION = List.of(
            "status",
            "dest",
            "shutdownHook",
            "shutdownTimeout",
            "verbose",
            "packages",
            "name",
            "strict",
            "schema",
            "monitorInterval",
            "advertiser");

    /** A parameter of a plugin. */
    private record Option(String name, boolean isElement, Class<?> type) {}

    private final List<String> problems = new ArrayList<>();
    private int supported;
    private int refused;

    @Test
    void plugins_theirAttributesAndElements_areSupportedOrFound() throws Exception {
        WalkTable table = WalkTable.read("/walk/log4j.txt");
        int plugins = 0;
        int options = 0;
        for (Class<?> type : shipped()) {
            Plugin plugin = type.getAnnotation(Plugin.class);
            if (plugin == null || !plugin.category().equals("Core") || NO_ELEMENTS.contains(plugin.elementType())) {
                continue;
            }
            plugins++;
            WalkTable.Section section =
                    table.named("plugin", plugin.name()).findFirst().orElse(null);
            if (section == null) {
                refused(table, plugin, type);
                continue;
            }
            Map<String, String> entries = section.entries();
            String name = plugin.name();
            if (!entries.containsKey("nobase")) {
                expect(true, name, xml(entries, null, "", entries.getOrDefault("base", "")));
            }
            for (Option option : options(type).values()) {
                options++;
                option(entries, name, option);
            }
        }
        for (String attribute : OF_CONFIGURATION) {
            options++;
            table.named("plugin", "Configuration")
                    .forEach(each ->
                            option(each.entries(), "Configuration", new Option(attribute, false, String.class)));
        }
        System.out.println(
                "walk: " + plugins + " plugins of Log4j 2 and " + options + " options of the supported ones: "
                        + supported + " tried as supported, " + refused + " answered by a finding");
        assertThat(plugins).isGreaterThan(100);
        assertThat(options).isGreaterThan(100);
        assertThat(problems).as(String.join("\n", problems)).isEmpty();
    }

    private void refused(WalkTable table, Plugin plugin, Class<?> type) {
        List<String> names = new ArrayList<>(List.of(plugin.name()));
        PluginAliases aliases = type.getAnnotation(PluginAliases.class);
        if (aliases != null) {
            names.addAll(List.of(aliases.value()));
        }
        String own = table.named("refused", plugin.name())
                .findFirst()
                .map(each -> each.entries().getOrDefault("xml", ""))
                .orElse("");
        String frame = own.isEmpty() ? FRAMES.get(plugin.elementType()) : own;
        if (frame == null) {
            problems.add("<" + plugin.name() + "> (" + plugin.elementType() + ") is not in the table");
            return;
        }
        for (String name : names) {
            expect(false, name, frame.replace("@", name));
        }
    }

    private void option(Map<String, String> entries, String plugin, Option option) {
        String base = entries.getOrDefault("base", "");
        String what = plugin + " " + option.name;
        if (option.isElement) {
            String good = entries.get("+" + option.name);
            String bad = entries.get("-" + option.name);
            if (good == null && bad == null) {
                problems.add(what + " is not in the table");
            } else {
                expect(good != null, what, xml(entries, null, "", (good == null ? bad : good) + base));
            }
            return;
        }
        String sample = sample(entries, option.name);
        String value = sample != null ? sample : option.type == boolean.class ? "true" : "7";
        expect(sample != null, what, xml(entries, option.name, value, base));
        if (!entries.getOrDefault("xml", "").contains("#")) {
            return;
        }
        // A parameter may be an element, too.
        expect(
                sample != null,
                what + " as an element",
                xml(entries, option.name, null, "<" + option.name + ">" + value + "</" + option.name + ">" + base));
    }

    private static @Nullable String sample(Map<String, String> entries, String name) {
        for (Map.Entry<String, String> entry : entries.entrySet()) {
            String key = entry.getKey();
            if (key.equalsIgnoreCase(name) || key.equalsIgnoreCase(name + "!")) {
                return entry.getValue();
            }
        }
        return null;
    }

    /** The file with this attribute, unless its value is null, and all that are always there. */
    private static String xml(
            Map<String, String> entries, @Nullable String attribute, @Nullable String value, String inside) {
        Map<String, String> written = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        entries.forEach((key, sample) -> {
            if (key.endsWith("!") && !key.equalsIgnoreCase(attribute + "!")) {
                written.put(key.substring(0, key.length() - 1), sample);
            }
        });
        if (attribute != null && value != null) {
            written.put(attribute, value);
        }
        StringBuilder attributes = new StringBuilder();
        written.forEach((name, each) ->
                attributes.append(name).append("='").append(each).append("' "));
        return entries.getOrDefault("xml", "").replace("@", attributes).replace("#", "\n" + inside);
    }

    /** By name; a plugin may have a factory and a builder, and both know much the same. */
    private static Map<String, Option> options(Class<?> plugin) {
        Map<String, Option> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Method method : methods(plugin)) {
            if (method.isAnnotationPresent(PluginFactory.class)) {
                for (Parameter parameter : method.getParameters()) {
                    add(options, parameter.getAnnotations(), parameter.getName(), parameter.getType());
                }
            }
            if (method.isAnnotationPresent(PluginBuilderFactory.class)) {
                for (Class<?> at = method.getReturnType(); at != null; at = at.getSuperclass()) {
                    for (Field field : at.getDeclaredFields()) {
                        add(options, field.getAnnotations(), field.getName(), field.getType());
                    }
                }
            }
        }
        return options;
    }

    /** Some can't be looked into without jars that are not there. */
    private static Method[] methods(Class<?> plugin) {
        try {
            return plugin.getDeclaredMethods();
        } catch (LinkageError e) {
            return new Method[0];
        }
    }

    private static void add(Map<String, Option> options, Annotation[] annotations, String name, Class<?> type) {
        String[] aliases = {};
        String own = null;
        boolean element = false;
        for (Annotation each : annotations) {
            if (each instanceof PluginAttribute attribute) {
                own = attribute.value();
            } else if (each instanceof PluginBuilderAttribute attribute) {
                own = attribute.value();
            } else if (each instanceof PluginValue value) {
                own = value.value();
            } else if (each instanceof PluginElement inner) {
                own = inner.value();
                element = true;
            } else if (each instanceof PluginAliases other) {
                aliases = other.value();
            }
        }
        if (own != null) {
            String shown = own.isEmpty() ? name : own;
            options.putIfAbsent(shown, new Option(shown, element, type));
            for (String alias : element ? new String[0] : aliases) {
                options.putIfAbsent(alias, new Option(alias, false, type));
            }
        }
    }

    /** All classes of Log4j's core, and of the jars whose layouts of JSON are read. */
    private static List<Class<?>> shipped() throws Exception {
        List<Class<?>> shipped = new ArrayList<>();
        for (Class<?> anchor : new Class<?>[] {Plugin.class, JsonTemplateLayout.class, EcsLayout.class}) {
            Path jar = Path.of(
                    anchor.getProtectionDomain().getCodeSource().getLocation().toURI());
            try (JarFile entries = new JarFile(jar.toFile())) {
                entries.stream()
                        .map(each -> each.getName())
                        .filter(each -> each.startsWith("org/apache/") || each.startsWith("co/elastic/"))
                        .filter(each -> each.endsWith(".class"))
                        .sorted()
                        .forEach(each ->
                                add(each.substring(0, each.length() - 6).replace('/', '.'), shipped));
            }
        }
        assertThat(shipped).hasSizeGreaterThan(500).contains(JsonTemplateLayout.class, EcsLayout.class);
        return shipped;
    }

    private static void add(String name, List<Class<?>> shipped) {
        try {
            shipped.add(Class.forName(name, false, Log4jWalkTest.class.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            // It needs what is not there; elements of such plugins are in the table by hand.
            return;
        }
    }

    private void expect(boolean support, String what, String xml) {
        List<Finding> findings = ConfigurationReader.read(
                        new ByteArrayInputStream(xml.getBytes(UTF_8)), "log4j2.xml", new Reading())
                .findings();
        supported += support ? 1 : 0;
        refused += support ? 0 : 1;
        if (support && !findings.isEmpty()) {
            problems.add(what + " should be supported, but: " + findings + " " + xml);
        } else if (!support && findings.isEmpty()) {
            problems.add(what.toLowerCase(Locale.ROOT) + " is ignored in silence: " + xml);
        } else if (!support && findings.stream().noneMatch(each -> each.line() > 0)) {
            problems.add(what + " is found without a line: " + findings);
        }
    }
}

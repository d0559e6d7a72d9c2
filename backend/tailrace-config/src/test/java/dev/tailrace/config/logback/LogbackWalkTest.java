package dev.tailrace.config.logback;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.pattern.ThrowableHandlingConverter;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.Context;
import ch.qos.logback.core.Layout;
import ch.qos.logback.core.boolex.EventEvaluator;
import ch.qos.logback.core.boolex.PropertyCondition;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.hook.ShutdownHook;
import ch.qos.logback.core.joran.spi.RuleStore;
import ch.qos.logback.core.model.Model;
import ch.qos.logback.core.rolling.RollingPolicy;
import ch.qos.logback.core.rolling.TimeBasedFileNamingAndTriggeringPolicy;
import ch.qos.logback.core.rolling.TriggeringPolicy;
import ch.qos.logback.core.sift.Discriminator;
import ch.qos.logback.core.spi.PropertyDefiner;
import ch.qos.logback.core.status.StatusListener;
import co.elastic.logging.logback.EcsEncoder;
import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.WalkTable;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.finding.Finding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import net.logstash.logback.composite.JsonProvider;
import net.logstash.logback.composite.loggingevent.LoggingEventJsonProviders;
import net.logstash.logback.encoder.LogstashEncoder;
import net.logstash.logback.fieldnames.LogstashFieldNames;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every element, attribute, class and option that the real Logback knows is either supported here, which the table
 * {@code walk/logback.txt} claims and this test tries, or is answered by a finding with its line. Nothing is ignored in silence.
 */
final class LogbackWalkTest {
    /** What else is written around a class, by what it is; @ is its name, # what is inside. */
    private static final Map<Class<?>, String> FRAMES = new LinkedHashMap<>();

    private static final String ENCODER = "<encoder><pattern>%m%n</pattern></encoder>";
    private static final String ROOT = "<root level='INFO'><appender-ref ref='A'/></root>";
    private static final String CONSOLE = "<appender name='A' class='ch.qos.logback.core.ConsoleAppender'>";
    private static final String ROLLING =
            "<appender name='A' class='ch.qos.logback.core.rolling.RollingFileAppender'><file>a.log</file>" + ENCODER;

    static {
        FRAMES.put(Appender.class, "<appender name='A' class='@'>#</appender>" + ROOT);
        FRAMES.put(Encoder.class, CONSOLE + "<encoder class='@'>#</encoder></appender>" + ROOT);
        FRAMES.put(
                Layout.class,
                CONSOLE
                        + "<encoder class='ch.qos.logback.core.encoder.LayoutWrappingEncoder'><layout class='@'>#</layout>"
                        + "</encoder></appender>" + ROOT);
        FRAMES.put(
                TimeBasedFileNamingAndTriggeringPolicy.class,
                ROLLING + "<rollingPolicy class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'>"
                        + "<fileNamePattern>a.%d.%i.log</fileNamePattern>"
                        + "<timeBasedFileNamingAndTriggeringPolicy class='@'>#</timeBasedFileNamingAndTriggeringPolicy>"
                        + "</rollingPolicy></appender>" + ROOT);
        FRAMES.put(RollingPolicy.class, ROLLING + "<rollingPolicy class='@'>#</rollingPolicy></appender>" + ROOT);
        FRAMES.put(
                TriggeringPolicy.class,
                ROLLING + "<rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>"
                        + "<fileNamePattern>a.%i.log</fileNamePattern></rollingPolicy>"
                        + "<triggeringPolicy class='@'>#</triggeringPolicy></appender>" + ROOT);
        FRAMES.put(TurboFilter.class, "<turboFilter class='@'>#</turboFilter>");
        FRAMES.put(Filter.class, CONSOLE + "<filter class='@'>#</filter>" + ENCODER + "</appender>" + ROOT);
        FRAMES.put(
                Discriminator.class,
                "<appender name='A' class='ch.qos.logback.classic.sift.SiftingAppender'><discriminator class='@'>#"
                        + "</discriminator></appender>" + ROOT);
        FRAMES.put(PropertyDefiner.class, "<define name='d' class='@'>#</define>");
        FRAMES.put(PropertyCondition.class, "<condition class='@'>#</condition><if><then/></if>");
        FRAMES.put(EventEvaluator.class, "<evaluator name='e' class='@'>#</evaluator>");
        FRAMES.put(
                LogstashFieldNames.class,
                CONSOLE + "<encoder class='net.logstash.logback.encoder.LogstashEncoder'>"
                        + "<fieldNames class='@'>#</fieldNames></encoder></appender>" + ROOT);
        FRAMES.put(
                ThrowableHandlingConverter.class,
                CONSOLE + "<encoder class='net.logstash.logback.encoder.LogstashEncoder'>"
                        + "<throwableConverter class='@'>#</throwableConverter></encoder></appender>" + ROOT);
        FRAMES.put(StatusListener.class, "<statusListener class='@'>#</statusListener>");
        FRAMES.put(ShutdownHook.class, "<shutdownHook class='@'>#</shutdownHook>");
    }

    /** Parents of other models; no element is one of them. */
    private static final Set<String> BASES = Set.of(
            "Model",
            "INamedModel",
            "NamedModel",
            "ComponentModel",
            "NamedComponentModel",
            "ResourceModel",
            "ImplicitModel");

    private final List<String> problems = new ArrayList<>();
    private int supported;
    private int refused;

    @Test
    void elements_thatJoranHasRulesFor_areSupportedOrFound() throws Exception {
        WalkTable table = WalkTable.read("/walk/logback.txt");
        Set<String> paths = new TreeSet<>();
        RuleStore store = (RuleStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RuleStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("addRule")) {
                        paths.add(
                                String.valueOf(arguments[0]).replace("][", "/").replaceAll("[\\[\\]]", ""));
                    }
                    return null;
                });
        new JoranConfigurator().addElementSelectorAndActionAssociations(store);
        assertThat(paths).hasSizeGreaterThan(20).contains("configuration/logger");

        for (String path : paths) {
            boolean known = false;
            for (String kind : new String[] {"element", "refused"}) {
                for (WalkTable.Section section : table.named(kind, path).toList()) {
                    known = true;
                    String xml = String.join("", section.entries().values());
                    expect(kind.equals("element"), path, "<configuration>\n" + xml + "</configuration>");
                }
            }
            if (!known) {
                problems.add(path + ": Logback has a rule for it, the table says nothing");
            }
        }
        done("elements of Logback", paths.size());
    }

    @Test
    void attributes_ofLogbacksModels_areSupportedOrFound() throws Exception {
        WalkTable table = WalkTable.read("/walk/logback.txt");
        int count = 0;
        for (Class<?> model : shipped()) {
            if (!Model.class.isAssignableFrom(model) || BASES.contains(model.getSimpleName())) {
                continue;
            }
            List<WalkTable.Section> sections =
                    table.named("model", model.getSimpleName()).toList();
            if (sections.isEmpty()) {
                problems.add(model.getSimpleName() + " is not in the table");
                continue;
            }
            for (String attribute : attributes(model)) {
                count++;
                attribute(sections, model.getSimpleName(), attribute);
            }
        }
        done("attributes of Logback's models", count);
    }

    private void attribute(List<WalkTable.Section> sections, String model, String attribute) {
        WalkTable.Section section = sections.stream()
                .filter(each ->
                        each.entries().containsKey(attribute) || each.entries().containsKey(attribute + "!"))
                .findFirst()
                .orElse(null);
        WalkTable.Section used = section == null ? sections.get(0) : section;
        Map<String, String> written = new TreeMap<>();
        used.entries().forEach((name, value) -> {
            if (name.endsWith("!") || name.equals(attribute)) {
                written.put(name.replace("!", ""), value);
            }
        });
        if (section == null) {
            written.put(attribute, "true");
        }
        StringBuilder attributes = new StringBuilder();
        written.forEach((name, value) ->
                attributes.append(' ').append(name).append("='").append(value).append('\''));
        String xml = used.entries().getOrDefault("xml", "").replace("@", attributes);
        expect(section != null, model + " " + attribute, xml);
    }

    /** Properties of a model that are written as attributes; the names of components are classes. */
    private static Set<String> attributes(Class<?> model) {
        Set<String> attributes = new TreeSet<>();
        for (Method method : model.getMethods()) {
            if (method.getName().startsWith("set")
                    && method.getParameterCount() == 1
                    && method.getParameterTypes()[0] == String.class
                    && !method.getName().equals("setTag")) {
                String name = decapitalized(method.getName());
                attributes.add(
                        name.equals("className")
                                ? "class"
                                : name.endsWith("Str") ? name.substring(0, name.length() - 3) : name);
            }
        }
        return attributes;
    }

    @Test
    void options_ofLogbacksClasses_areSupportedOrFound() throws Exception {
        WalkTable table = WalkTable.read("/walk/logback.txt");
        int classes = 0;
        int options = 0;
        for (Class<?> type : shipped()) {
            String frame = frame(type);
            if (frame == null) {
                continue;
            }
            classes++;
            WalkTable.Section section =
                    table.named("class", type.getName()).findFirst().orElse(null);
            if (section == null) {
                expect(false, type.getName(), framed(frame, type, ""));
                continue;
            }
            Map<String, String> entries = section.entries();
            frame = entries.getOrDefault("frame", frame);
            String base = entries.getOrDefault("base", "");
            expect(true, type.getName(), framed(frame, type, base));
            for (Map.Entry<String, Class<?>> option : options(type).entrySet()) {
                options++;
                String name = option.getKey();
                boolean all = entries.containsKey("all");
                String sample = entries.get(name);
                expect(
                        all || sample != null,
                        type.getSimpleName() + " " + name,
                        framed(frame, type, written(name, option.getValue(), sample) + base));
            }
        }
        done("classes of Logback with options", classes);
        System.out.println("walk: " + options + " options of the supported ones");
        assertThat(options).isGreaterThan(100);
    }

    @Test
    void options_ofTheProvidersOfJson_areSupportedOrFound() throws Exception {
        WalkTable table = WalkTable.read("/walk/logback.txt");
        int providers = 0;
        for (Map.Entry<String, Class<?>> provider :
                options(LoggingEventJsonProviders.class).entrySet()) {
            String name = provider.getKey();
            if (!JsonProvider.class.isAssignableFrom(provider.getValue())) {
                continue;
            }
            providers++;
            Map<String, String> entries = table.named("provider", name)
                    .findFirst()
                    .map(WalkTable.Section::entries)
                    .orElse(null);
            String base = entries == null ? "" : entries.getOrDefault("base", "");
            expect(entries != null, name, provider(name, base));
            if (entries == null) {
                continue;
            }
            for (Map.Entry<String, Class<?>> option :
                    options(provider.getValue()).entrySet()) {
                String sample = entries.get(option.getKey());
                expect(
                        sample != null,
                        name + " " + option.getKey(),
                        provider(name, written(option.getKey(), option.getValue(), sample) + base));
            }
        }
        assertThat(providers).isGreaterThan(20);
        done("providers of JSON", providers);
    }

    private static String provider(String name, String inside) {
        return "<configuration>\n" + CONSOLE
                + "<encoder class='net.logstash.logback.encoder.LoggingEventCompositeJsonEncoder'><providers>"
                + "<message/><" + name
                + ">\n" + inside + "</" + name + "></providers></encoder></appender>" + ROOT + "</configuration>";
    }

    private static String framed(String frame, Class<?> type, String inside) {
        return "<configuration>\n" + frame.replace("@", type.getName()).replace("#", "\n" + inside)
                + "</configuration>";
    }

    private static String written(String name, Class<?> type, @Nullable String sample) {
        if (sample != null && sample.startsWith("<")) {
            return sample;
        }
        boolean text = type.isPrimitive() || type == String.class || sample != null;
        String value = sample == null || sample.isEmpty() ? type == boolean.class ? "true" : "1" : sample;
        return text ? "<" + name + ">" + value + "</" + name + ">" : "<" + name + " class='com.example.Own'/>";
    }

    private static @Nullable String frame(Class<?> type) {
        return FRAMES.entrySet().stream()
                .filter(each -> each.getKey().isAssignableFrom(type))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** What Joran sets or adds. */
    private static Map<String, Class<?>> options(Class<?> type) {
        Map<String, Class<?>> options = new TreeMap<>();
        for (Method method : type.getMethods()) {
            String name = method.getName();
            if ((name.startsWith("set") || name.startsWith("add"))
                    && name.length() > 3
                    && Character.isUpperCase(name.charAt(3))
                    && method.getParameterCount() == 1
                    && !Modifier.isStatic(method.getModifiers())
                    && method.getParameterTypes()[0] != Context.class) {
                options.putIfAbsent(decapitalized(name), method.getParameterTypes()[0]);
            }
        }
        return options;
    }

    private static String decapitalized(String setter) {
        return Character.toLowerCase(setter.charAt(3)) + setter.substring(4);
    }

    /** All classes of Logback's two jars, and of two with encoders of JSON, that can be made and are not for its own tests. */
    private static List<Class<?>> shipped() throws Exception {
        List<Class<?>> shipped = new ArrayList<>();
        for (Class<?> anchor :
                new Class<?>[] {LoggerContext.class, Context.class, LogstashEncoder.class, EcsEncoder.class}) {
            Path jar = Path.of(
                    anchor.getProtectionDomain().getCodeSource().getLocation().toURI());
            try (JarFile entries = new JarFile(jar.toFile())) {
                entries.stream()
                        .map(each -> each.getName())
                        .filter(each -> each.endsWith(".class") && !each.contains("/testUtil/"))
                        .filter(each -> each.startsWith("ch/")
                                || each.startsWith("net/logstash/")
                                || each.startsWith("co/elastic/"))
                        .sorted()
                        .forEach(each ->
                                add(each.substring(0, each.length() - 6).replace('/', '.'), shipped));
            }
        }
        assertThat(shipped).hasSizeGreaterThan(200);
        return shipped;
    }

    private static void add(String name, List<Class<?>> shipped) {
        try {
            Class<?> type = Class.forName(name, false, LogbackWalkTest.class.getClassLoader());
            if (Modifier.isPublic(type.getModifiers())
                    && !Modifier.isAbstract(type.getModifiers())
                    && type.getConstructor() != null) {
                shipped.add(type);
            }
        } catch (NoSuchMethodException | ClassNotFoundException | LinkageError e) {
            // It takes arguments, so Joran can't make it, or what it needs is not there.
            return;
        }
    }

    private void expect(boolean support, String what, String xml) {
        Configuration configuration = ConfigurationReader.read(
                new ByteArrayInputStream(xml.getBytes(UTF_8)),
                "logback.xml",
                PropertySource.ofProcess(getClass().getClassLoader()));
        List<Finding> findings = configuration.findings();
        supported += support ? 1 : 0;
        refused += support ? 0 : 1;
        if (support && !findings.isEmpty()) {
            problems.add(what + " should be supported, but: " + findings + " " + xml);
        } else if (!support && findings.isEmpty()) {
            problems.add(what + " is ignored in silence: " + xml);
        } else if (!support && findings.stream().noneMatch(each -> each.line() > 0)) {
            problems.add(what + " is found without a line: " + findings);
        }
    }

    private void done(String what, int count) throws IOException {
        System.out.println("walk: " + count + " " + what + ": " + supported + " tried as supported, " + refused
                + " answered by a finding");
        assertThat(problems).as(String.join("\n", problems)).isEmpty();
    }
}

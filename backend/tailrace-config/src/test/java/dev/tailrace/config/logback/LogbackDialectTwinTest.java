package dev.tailrace.config.logback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.source.PropertySource;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files, branches and variables: what Tailrace makes of them, beside what the real Logback does. Values are compared by loggers that
 * bear them in their names, since these are all that both can be asked for.
 */
@Tag("twin")
final class LogbackDialectTwinTest {
    private static final String CONDITION = "<condition class='ch.qos.logback.core.boolex.";
    private static final String BRANCHES =
            "<if><then><logger name='then' level='INFO'/></then><else><logger name='else' level='INFO'/></else></if>";

    @TempDir
    Path folder;

    @BeforeEach
    void files() throws Exception {
        file(
                "a.xml",
                "<included><property name='ofA' value='valueA'/><logger name='included.a' level='INFO'/>"
                        + "<include file='" + folder.resolve("b.xml") + "'/></included>");
        file(
                "b.xml",
                "<included><logger name='included.b.${ofA}' level='WARN'/><property name='ofB' value='b'/></included>");
        file("c.xml", "<configuration><logger name='included.c' level='ERROR'/></configuration>");
        file("p.properties", "key1 = v1\nkey2=${key1}x\n! comment\nk\\u0041 : \\u00e9\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<include file='F/a.xml'/><logger name='x.${ofA}.${ofB}' level='INFO'/>",
                "<logger name='x.${ofA}' level='INFO'/><include file='F/a.xml'/>",
                "<include file='F/c.xml'/>",
                "<include file='F/none.xml'/><logger name='x' level='INFO'/>",
                "<include file='F/none.xml' optional='true'/><logger name='x' level='INFO'/>",
                "<include file='file:F/a.xml'/>",
                "<property name='f' value='F'/><include file='${f}/b.xml'/>",
                "<appender name='A' class='ch.qos.logback.core.ConsoleAppender'><encoder><pattern>%m</pattern></encoder>"
                        + "</appender><include file='F/d.xml' optional='true'/><root level='INFO'><appender-ref ref='A'/></root>",
                "<property file='F/p.properties'/><logger name='x.${key1}.${key2}.${kA}' level='INFO'/>",
                "<property file='F/none.properties'/><logger name='x.${key1:-none}' level='INFO'/>",
                "<variable file='F/p.properties' scope='context'/><logger name='x.${key1}' level='INFO'/>",
                "<property name='a' value=''/><property name='b' value=' '/><logger name='x.${a:-none}.${b:-none}' level='INFO'/>",
                "<property name='a' value='${nope:-}'/><logger name='x.${a:-none}' level='INFO'/>",
                "<property name='a' value=' v '/><logger name='x.${a}' level='INFO'/>",
                "<property name='a' value='1' scope='local'/><property name='a' value='2' scope='context'/>"
                        + "<logger name='x.${a}' level='INFO'/>",
                "<property name='a' value='2' scope='context'/><property name='a' value='1' scope='local'/>"
                        + "<logger name='x.${a}' level='INFO'/>",
                "<property name='tailrace.twin' value='s' scope='system'/><logger name='x.${tailrace.twin}' level='INFO'/>",
                "<property name='tailrace.twin' value='s' scope='system'/><property name='tailrace.twin' value='l'/>"
                        + "<logger name='x.${tailrace.twin}' level='INFO'/>",
                "<logger name='x.${a:-${b:-c}}' level='INFO'/>",
                "<property name='b' value='B'/><logger name='x.${a:-${b:-c}}.${a:-${z:-${b}}}' level='INFO'/>",
                "<define name='d' class='ch.qos.logback.core.property.FileExistsPropertyDefiner'><path>F/a.xml</path></define>"
                        + "<logger name='x.${d}' level='INFO'/>",
                "<define name='d' class='ch.qos.logback.core.property.FileExistsPropertyDefiner'><path>F/none</path></define>"
                        + "<logger name='x.${d}' level='INFO'/>",
                "<define name='d' class='ch.qos.logback.core.property.FileExistsPropertyDefiner'><path>F</path></define>"
                        + "<logger name='x.${d}' level='INFO'/>",
                "<define name='d' class='ch.qos.logback.core.property.ResourceExistsPropertyDefiner'>"
                        + "<resource>ch/qos/logback/core/Appender.class</resource></define><logger name='x.${d}' level='INFO'/>",
                "<define name='d' class='ch.qos.logback.core.property.ResourceExistsPropertyDefiner'>"
                        + "<resource>none</resource></define><logger name='x.${d}' level='INFO'/>",
                "<define name='d' class='ch.qos.logback.core.property.CanonicalHostNamePropertyDefiner'/>"
                        + "<logger name='x.${d}' level='INFO'/>",
                "<define name='d' class='com.example.None'/><logger name='x.${d:-none}' level='INFO'/>",
                "<import class='ch.qos.logback.core.property.FileExistsPropertyDefiner'/>"
                        + "<define name='d' class='FileExistsPropertyDefiner'><path>F/a.xml</path></define>"
                        + "<logger name='x.${d}' level='INFO'/>",
                "<timestamp key='t' datePattern='yyyy-MM'/><logger name='x.${t}' level='INFO'/>",
                "<timestamp key='t' datePattern=\"yyyy'at'MM\" timeReference='contextBirth' scope='context'/>"
                        + "<logger name='x.${t}' level='INFO'/>",
                "<timestamp key='t'/><logger name='x.${t:-none}' level='INFO'/>",
            })
    void files_definersAndScopes_sameElements_sameLoggers(String inside) throws Exception {
        same(inside);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PropertyEqualityCondition'><key>type</key><value>staging</value></condition>",
                "PropertyEqualityCondition'><key>type</key><value>Staging</value></condition>",
                "PropertyEqualityCondition'><key>nope</key><value>x</value></condition>",
                "PropertyEqualityCondition'><key>type</key></condition>",
                "PropertyEqualityCondition'><key>empty</key><value></value></condition>",
                "PropertyEqualityCondition'><key>fromFile</key><value>${type}</value></condition>",
                "IsPropertyDefinedCondition'><key>type</key></condition>",
                "IsPropertyDefinedCondition'><key>empty</key></condition>",
                "IsPropertyDefinedCondition'><key>nope</key></condition>",
                "IsPropertyDefinedCondition'><key>java.version</key></condition>",
                "IsPropertyNullCondition'><key>type</key></condition>",
                "IsPropertyNullCondition'><key>empty</key></condition>",
                "IsPropertyNullCondition'><key>nope</key></condition>",
                "ExpressionPropertyCondition'><expression>isDefined(\"type\")</expression></condition>",
                "ExpressionPropertyCondition'><expression>!isDefined(\"type\") || isNull(\"nope\")</expression></condition>",
                "ExpressionPropertyCondition'><expression>propertyEquals(\"type\", \"staging\") &amp;&amp; "
                        + "!propertyContains(\"type\", \"prod\")</expression></condition>",
                "ExpressionPropertyCondition'><expression>(true || false) &amp;&amp; false</expression></condition>",
                "ExpressionPropertyCondition'><expression>true || false &amp;&amp; false</expression></condition>",
                "ExpressionPropertyCondition'><expression>propertyContains(\"nope\", \"x\")</expression></condition>",
                "ExpressionPropertyCondition'><expression>isDefined(</expression></condition>",
                "NoSuchCondition'/>",
            })
    void conditions_sameClass_sameBranch(String condition) throws Exception {
        same(
                "<property name='type' value='staging'/><property name='fromFile' value='staging'/><property name='empty' value='${nope:-}'/>"
                        + CONDITION + condition + BRANCHES + "<logger name='after' level='WARN'/>");
    }

    @Test
    void branches_nestedAndRepeated_areTheSame() throws Exception {
        String yes = CONDITION + "IsPropertyNullCondition'><key>nope</key></condition>";
        String no = CONDITION + "IsPropertyDefinedCondition'><key>nope</key></condition>";
        same(yes + "<if><then>" + no + BRANCHES + "<logger name='outer' level='WARN'/></then></if>");
        same(yes + BRANCHES + "<if><then><logger name='second' level='INFO'/></then></if>");
        same(yes + "<logger name='between' level='INFO'/>" + BRANCHES);
        same(
                yes
                        + "<if><then><property name='p' value='t'/><include file='F/b.xml'/></then></if><logger name='${p}' level='INFO'/>");
        same(no + "<if><then><property name='p' value='t'/></then><else><property name='p' value='e'/></else></if>"
                + "<logger name='x.${p}' level='INFO'/>");
        same("<if>" + yes + "<then><logger name='then' level='INFO'/></then></if>");
        same(no + "<if><then><logger name='then' level='INFO'/></then></if>");
    }

    /** Logback warns of it, and does it all the same. */
    @Test
    void branches_insideAnAppenderOrLogger_areTheSame() throws Exception {
        for (String value : new String[] {"staging", "production"}) {
            String condition =
                    "<condition class='ch.qos.logback.core.boolex.PropertyEqualityCondition'><key>type</key><value>"
                            + value + "</value></condition>";
            same(
                    "<property name='type' value='staging' scope='context'/>"
                            + "<appender name='A' class='ch.qos.logback.core.ConsoleAppender'>" + condition
                            + "<if><then><encoder><pattern>THEN</pattern></encoder></then><else><encoder><pattern>ELSE</pattern>"
                            + "</encoder></else></if></appender><root level='INFO'>" + condition
                            + "<if><then><appender-ref ref='A'/></then></if></root><logger name='x' level='INFO'><appender-ref ref='A'/></logger>");
        }
    }

    private void same(String inside) throws Exception {
        Path file = Files.writeString(
                folder.resolve("logback.xml"),
                "<configuration>"
                        + inside.replace("F/", folder + "/")
                                .replace(">F<", ">" + folder + "<")
                                .replace("'F'", "'" + folder + "'")
                        + "</configuration>");
        LoggerContext context = new LoggerContext();
        try (URLClassLoader loader = new URLClassLoader(new URL[0], JoranConfigurator.class.getClassLoader())) {
            JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(context);
            configurator.doConfigure(file.toFile());
            System.clearProperty("tailrace.twin");

            Configuration ours = ConfigurationReader.read(file, PropertySource.ofProcess(loader));

            assertThat(ours(ours)).as(inside + ours.findings()).isEqualTo(theirs(context));
        } finally {
            System.clearProperty("tailrace.twin");
            context.stop();
        }
    }

    private static Map<String, String> ours(Configuration configuration) {
        Map<String, String> patterns = new TreeMap<>();
        configuration.appenders().forEach(each -> patterns.put(each.name(), each.name() + "=" + each.pattern()));
        Map<String, String> loggers = new TreeMap<>();
        configuration
                .loggers()
                .forEach(each -> loggers.put(
                        each.name(),
                        each.level() + " "
                                + each.appenders().stream().map(patterns::get).toList()));
        loggers.put(
                "ROOT",
                configuration.root().level() + " "
                        + configuration.root().appenders().stream()
                                .map(patterns::get)
                                .toList());
        return loggers;
    }

    private static Map<String, String> theirs(LoggerContext context) {
        Map<String, String> loggers = new TreeMap<>();
        for (ch.qos.logback.classic.Logger logger : context.getLoggerList()) {
            java.util.List<String> appenders = new java.util.ArrayList<>();
            for (var each = logger.iteratorForAppenders(); each.hasNext(); ) {
                Appender<ILoggingEvent> appender = each.next();
                PatternLayoutEncoder encoder =
                        (PatternLayoutEncoder) ((OutputStreamAppender<ILoggingEvent>) appender).getEncoder();
                appenders.add(appender.getName() + "=" + encoder.getPattern());
            }
            Level level = logger.getLevel();
            if (level != null || !appenders.isEmpty()) {
                loggers.put(logger.getName(), level + " " + appenders);
            }
        }
        return loggers;
    }

    private void file(String name, String text) throws Exception {
        Files.writeString(folder.resolve(name), text);
    }
}

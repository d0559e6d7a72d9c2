package dev.tailrace.config;

import static dev.tailrace.config.ConfigurationReaderTest.assertDefault;
import static dev.tailrace.config.Reading.codes;
import static dev.tailrace.config.Reading.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigurationFinderTest {
    @TempDir
    private Path folder;

    @Test
    void find_nothing_isTheDefaultWithoutFindings() throws Exception {
        Configuration configuration = find(new Reading());

        assertDefault(configuration);
        assertThat(configuration.findings()).isEmpty();
    }

    @Test
    void find_classPath_takesTheFirstName() throws Exception {
        write("log4j2.xml", "<Configuration/>");
        write("logback.xml", level("INFO"));
        assertThat(find(new Reading()).root().level()).isEqualTo(Threshold.INFO);
        write("logback-test.xml", level("WARN"));
        assertThat(find(new Reading()).root().level()).isEqualTo(Threshold.WARN);
        write("tailrace.xml", level("ERROR"));
        assertThat(find(new Reading()).root().level()).isEqualTo(Threshold.ERROR);
        assertThat(find(new Reading()).source()).isEqualTo("tailrace.xml");
    }

    @Test
    void find_property_comesBeforeTheClassPath() throws Exception {
        write("logback.xml", level("INFO"));
        Path named = write("named.cfg", level("WARN"));
        Path other = write("other.cfg", level("ERROR"));

        assertThat(find(new Reading()
                                .property("logback.configurationFile", other.toString())
                                .property("tailrace.config", named.toString()))
                        .root()
                        .level())
                .isEqualTo(Threshold.WARN);
        assertThat(find(new Reading().property("logback.configurationFile", other.toString()))
                        .root()
                        .level())
                .isEqualTo(Threshold.ERROR);
        assertThat(find(new Reading().variable("TAILRACE_CONFIG", other.toString()))
                        .root()
                        .level())
                .isEqualTo(Threshold.ERROR);
    }

    @Test
    void find_namedForLog4j_takesTheVariableThenTheComponentProperties() throws Exception {
        Path named = write("named.xml", level("WARN"));
        Path other = write("other.xml", level("ERROR"));
        write("log4j2.component.properties", "log4j2.contextSelector=x\nlog4j.configurationFile=named.xml");
        write("logback.xml", level("TRACE"));

        assertThat(find(new Reading()).root().level()).isEqualTo(Threshold.WARN);
        Reading variable = new Reading().variable("LOG4J_CONFIGURATION_FILE", other.toString());
        assertThat(find(variable).root().level()).isEqualTo(Threshold.ERROR);
        assertThat(find(variable.property("log4j2.configurationFile", named.toString()))
                        .root()
                        .level())
                .isEqualTo(Threshold.WARN);
    }

    @Test
    void find_named_mayBeAUrlOrAResource() throws Exception {
        Path file = write("with space.xml", level("WARN"));

        for (String name : new String[] {file.toUri().toString(), "with space.xml", "classpath:with space.xml"}) {
            Configuration configuration = find(new Reading().property("logback.configurationFile", name));
            assertThat(configuration.findings()).isEmpty();
            assertThat(configuration.root().level()).isEqualTo(Threshold.WARN);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "none.xml",
                "http://localhost:1/x.xml",
                "file:///none/x.xml",
                "file:relative",
                "file://%",
                "\0",
                "."
            })
    void find_namedButNotThere_isAnErrorAndTheDefault(String name) throws Exception {
        write("logback.xml", level("INFO"));

        Configuration configuration = find(new Reading().property("tailrace.config", name));

        assertThat(only(configuration).severity()).isEqualTo(FindingCode.Severity.ERROR);
        assertThat(only(configuration).cause()).contains("tailrace.config");
        assertDefault(configuration);
    }

    @Test
    void find_log4j_isReadAsWhatItIs() throws Exception {
        write(
                "log4j2.xml",
                "<Configuration><Appenders><Console name='C'/></Appenders><Loggers><Root level='warn'>"
                        + "<AppenderRef ref='C'/></Root></Loggers></Configuration>");

        Configuration configuration = find(new Reading());

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.root().level()).isEqualTo(Threshold.WARN);
        assertThat(configuration.source()).isEqualTo("log4j2.xml");
        for (String property : new String[] {"log4j2.configurationFile", "log4j.configurationFile"}) {
            assertThat(codes(find(new Reading().property(property, "x.xml"))))
                    .containsExactly(FindingCode.FILE_NOT_FOUND);
            Configuration several = find(new Reading().property(property, "log4j2.xml,other.xml"));
            assertThat(codes(several)).containsExactly(FindingCode.SEVERAL_FILES);
            assertThat(several.root().level()).isEqualTo(Threshold.WARN);
        }
    }

    @Test
    void find_log4jInAnotherFormat_saysThatItIsNotRead() throws Exception {
        write("log4j2.yaml", "Configuration:");

        Configuration configuration = find(new Reading());

        assertThat(codes(configuration)).containsExactly(FindingCode.FORMAT_NOT_READ);
        assertThat(only(configuration).file()).isEqualTo("log4j2.yaml");
        assertDefault(configuration);
        assertThat(codes(find(new Reading().property("log4j2.configurationFile", "log4j2.yaml"))))
                .containsExactly(FindingCode.FORMAT_NOT_READ);
    }

    @Test
    void find_severalOfTheSameName_takesTheFirstAndSaysWhere() throws Exception {
        Path second = Files.createDirectory(folder.resolve("second"));
        write("logback.xml", level("INFO"));
        Files.writeString(second.resolve("logback.xml"), level("WARN"));
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL(), second.toUri().toURL()}, null)) {

            Configuration configuration = ConfigurationFinder.find(loader, new Reading());

            assertThat(configuration.root().level()).isEqualTo(Threshold.INFO);
            assertThat(only(configuration).code()).isEqualTo(FindingCode.SEVERAL_FILES);
            assertThat(only(configuration).evidence()).hasSize(2);
        }
    }

    @Test
    void find_brokenFile_isTheDefaultAndNotTheNextFile() throws Exception {
        write("tailrace.xml", "<configuration>");
        write("logback.xml", level("INFO"));

        Configuration configuration = find(new Reading());

        assertThat(codes(configuration)).containsExactly(FindingCode.NOT_XML);
        assertDefault(configuration);
    }

    @Test
    void find_throwingClassLoader_isTheDefault() {
        ClassLoader loader = new ClassLoader(null) {
            @Override
            public Enumeration<URL> getResources(String name) {
                throw new IllegalStateException("planted");
            }
        };

        assertDefault(ConfigurationFinder.find(loader, new Reading()));
    }

    private Configuration find(Reading outside) throws IOException {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
            return ConfigurationFinder.find(loader, outside);
        }
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String level(String level) {
        return "<configuration><root level='" + level + "'/></configuration>";
    }
}

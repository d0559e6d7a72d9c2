package dev.tailrace.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Dspring.datasource.password=hunter2 -Xmx1g",
                "java -jar app.jar --db-password=hunter2",
                "java -jar app.jar --token hunter2",
                "-Durl=jdbc:postgresql://user:hunter2@host/db"
            })
    void inArguments_secret_isBlackened(String text) {
        assertThat(Secrets.inArguments(text)).doesNotContain("hunter2").contains("***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<password>hunter2</password>",
                "<appender smtpPassword=\"hunter2\" name=\"x\"/>",
                "<property name=\"a\" apiKey='hunter2'/>",
                "appender.db.password = hunter2",
                "<connectionString>jdbc:mysql://me:hunter2@host/db</connectionString>"
            })
    void inConfiguration_secret_isBlackened(String text) {
        assertThat(Secrets.inConfiguration(text)).doesNotContain("hunter2").contains("***");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx4g -XX:+UseG1GC", "java -cp a.jar:b.jar app.Main --port 80"})
    void inArguments_others_stay(String text) {
        assertThat(Secrets.inArguments(text)).isEqualTo(text);
    }
}

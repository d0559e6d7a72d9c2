package dev.tailrace.config.logback;

import static dev.tailrace.config.Reading.appender;
import static dev.tailrace.config.Reading.codes;
import static dev.tailrace.config.Reading.inside;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.xml.FileNames;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.Rolling.FixedWindow;
import dev.tailrace.destination.Rolling.TimeBased;
import dev.tailrace.finding.FindingCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RollingReaderTest {
    private static final String FILE = "<file>a.log</file>";
    private static final String TRIGGER =
            "<triggeringPolicy class='ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy'><maxFileSize>4"
                    + " GB</maxFileSize></triggeringPolicy>";

    @Test
    void fixedWindow_complete_hasNoFindings() {
        Configuration configuration = rolling(FILE
                + window("<fileNamePattern>a.%i.log.gz</fileNamePattern><minIndex>2</minIndex><maxIndex>5</maxIndex>")
                + TRIGGER);

        assertThat(configuration.findings()).isEmpty();
        assertThat(file(configuration))
                .isEqualTo(new DestinationConfig.File("a.log", true, new FixedWindow("a.%i.log.gz", 2, 5, 4L << 30)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rolling.TimeBasedRollingPolicy|maxFileSize|rolled by date only|SizeAndTimeBasedRollingPolicy|%i",
                "rolling.TimeBasedRollingPolicy|maxIndex|it limits nothing|<maxHistory>|periods, not of files",
                "rolling.FixedWindowRollingPolicy|maxHistory|as many files are kept|<maxIndex>|SizeAndTimeBasedRollingPolicy",
                "rolling.FixedWindowRollingPolicy|maxFileSize|<triggeringPolicy>|SizeBasedTriggeringPolicy|<rollingPolicy>"
            })
    void optionOfASisterPolicy_namesTheClassAndWhatElseChanges(
            String policy, String option, String consequence, String instead, String more) {
        Configuration configuration = rolling(FILE + "<rollingPolicy class='ch.qos.logback.core." + policy
                + "'><fileNamePattern>a.%d.%i</fileNamePattern><" + option + ">5</" + option + "></rollingPolicy>");

        assertThat(configuration.findings())
                .filteredOn(each -> each.code() == FindingCode.UNKNOWN_OPTION)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.cause()).contains(consequence);
                    assertThat(each.remedy()).contains(instead, more).doesNotContain("spelling");
                });
    }

    @Test
    void historyInATrigger_isToBeMovedIntoTheRollingPolicy() {
        Configuration configuration = rolling(FILE
                + window("<fileNamePattern>a.%i</fileNamePattern>")
                + TRIGGER.replace("</maxFileSize>", "</maxFileSize><maxHistory>7</maxHistory>"));

        assertThat(configuration.findings()).singleElement().satisfies(each -> {
            assertThat(each.cause()).contains("SizeBasedTriggeringPolicy", "no rolled file is deleted");
            assertThat(each.remedy()).contains("into a <rollingPolicy>");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "FileAppender, rollingPolicy, never rolled, RollingFileAppender",
        "FileAppender, queueSize, no queue, every appender is asynchronous",
        "FileAppender, maxHistory, nothing is rolled, RollingFileAppender with a <rollingPolicy>",
        "ConsoleAppender, file, console only, FileAppender",
        "rolling.RollingFileAppender, maxFileSize, as its <rollingPolicy> says, SizeAndTimeBasedRollingPolicy"
    })
    void optionOfASisterAppender_namesTheClass(String type, String option, String consequence, String instead) {
        Configuration configuration =
                inside("<appender name='A' class='ch.qos.logback.core." + type + "'><file>a.log</file><" + option
                        + ">1</" + option + "></appender><root><appender-ref ref='A'/></root>");

        assertThat(configuration.findings())
                .filteredOn(each -> each.code() == FindingCode.UNKNOWN_OPTION)
                .anySatisfy(each -> {
                    assertThat(each.cause()).contains("<" + option + ">", consequence);
                    assertThat(each.remedy()).contains(instead);
                });
    }

    @Test
    void optionThatNoClassHas_isStillOneToCorrect() {
        Configuration configuration =
                rolling(FILE + window("<fileNamePattern>a.%i</fileNamePattern><maxIndx>5</maxIndx>") + TRIGGER);

        assertThat(configuration.findings()).singleElement().satisfies(each -> {
            assertThat(each.cause()).contains("<maxIndx> is not known inside <rollingPolicy>");
            assertThat(each.remedy()).contains("spelling");
        });
    }

    @Test
    void fixedWindow_withoutIndexes_hasLogbacksDefaults() {
        assertThat(of(FILE + window("<fileNamePattern>a.%i</fileNamePattern>") + TRIGGER))
                .isEqualTo(new FixedWindow("a.%i", 1, 7, 4L << 30));
    }

    @ParameterizedTest
    @CsvSource({"a.log, a.log.%i", "a.log.gz, a.log.%i.gz", "a.zip, a.%i.zip", "a.%index, a.index.%i"})
    void fixedWindow_withoutIndexInItsPattern_getsOne(String pattern, String used) {
        Configuration configuration =
                rolling(FILE + window("<fileNamePattern>" + pattern + "</fileNamePattern>") + TRIGGER);

        assertThat(codes(configuration)).contains(FindingCode.INDEX_MISSING);
        assertThat(file(configuration).rolling()).isEqualTo(new FixedWindow(used, 1, 7, 4L << 30));
    }

    @ParameterizedTest
    @CsvSource({"5, 2, 5, 5", "1, 50, 1, 21", "0, 21, 0, 20"})
    void fixedWindow_unusableWindow_isWhatLogbackMakesOfIt(int min, int max, int usedMin, int usedMax) {
        Configuration configuration = rolling(FILE
                + window("<fileNamePattern>a.%i</fileNamePattern><minIndex>" + min + "</minIndex><maxIndex>" + max
                        + "</maxIndex>")
                + TRIGGER);

        assertThat(codes(configuration)).containsExactly(FindingCode.BAD_WINDOW);
        assertThat(file(configuration).rolling()).isEqualTo(new FixedWindow("a.%i", usedMin, usedMax, 4L << 30));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-1", "1.5", "99999999999"})
    void fixedWindow_nonsenseIndex_isTheDefault(String index) {
        Configuration configuration = rolling(
                FILE + window("<fileNamePattern>a.%i</fileNamePattern><maxIndex>" + index + "</maxIndex>") + TRIGGER);

        assertThat(codes(configuration)).containsExactly(FindingCode.BAD_NUMBER);
        assertThat(file(configuration).rolling()).isEqualTo(new FixedWindow("a.%i", 1, 7, 4L << 30));
    }

    @Test
    void fixedWindow_withoutTrigger_rollsAtTenMegabytes() {
        Configuration configuration = rolling(FILE + window("<fileNamePattern>a.%i</fileNamePattern>"));

        assertThat(codes(configuration)).containsExactly(FindingCode.NO_TRIGGER);
        assertThat(file(configuration).rolling()).isEqualTo(new FixedWindow("a.%i", 1, 7, 10L << 20));
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "-5MB", "1.5MB", "", "0", "99999999999999GB"})
    void fixedWindow_nonsenseSize_rollsAtTenMegabytes(String size) {
        Configuration configuration =
                rolling(FILE + window("<fileNamePattern>a.%i</fileNamePattern>") + TRIGGER.replace("4 GB", size));

        assertThat(codes(configuration)).containsExactly(FindingCode.BAD_SIZE);
        assertThat(file(configuration).rolling()).isEqualTo(new FixedWindow("a.%i", 1, 7, 10L << 20));
    }

    @Test
    void fixedWindow_unknownTrigger_rollsAtTenMegabytes() {
        Configuration configuration = rolling(FILE + window("<fileNamePattern>a.%i</fileNamePattern>")
                + "<triggeringPolicy class='com.acme.T'><x/></triggeringPolicy>");

        assertThat(codes(configuration)).containsExactly(FindingCode.UNKNOWN_CLASS);
        assertThat(file(configuration).rolling()).isEqualTo(new FixedWindow("a.%i", 1, 7, 10L << 20));
    }

    @Test
    void fixedWindow_withoutFile_takesItFromThePattern() {
        Configuration configuration = rolling(window("<fileNamePattern>logs/a.%i.log.gz</fileNamePattern>") + TRIGGER);

        assertThat(codes(configuration)).containsExactly(FindingCode.NO_FILE);
        assertThat(file(configuration).file()).isEqualTo("logs/a.log");
    }

    @Test
    void fixedWindow_withoutPattern_takesItFromTheFile() {
        Configuration configuration = rolling(FILE + window("") + TRIGGER);

        assertThat(codes(configuration)).containsExactly(FindingCode.NO_FILE_NAME_PATTERN);
        assertThat(file(configuration).rolling()).isEqualTo(new FixedWindow("a.log.%i", 1, 7, 4L << 30));
    }

    @Test
    void timeBased_complete_hasNoFindings() {
        Configuration configuration = rolling(timeBased(
                "<fileNamePattern>a.%d{yyyy-MM-dd.HH-mm, UTC}.tsv</fileNamePattern><maxHistory>30</maxHistory>"
                        + "<totalSizeCap>3GB</totalSizeCap><cleanHistoryOnStart>true</cleanHistoryOnStart>"));

        assertThat(configuration.findings()).isEmpty();
        assertThat(file(configuration))
                .isEqualTo(new DestinationConfig.File(
                        null, true, new TimeBased("a.%d{yyyy-MM-dd.HH-mm, UTC}.tsv", 0, 30, 3L << 30, true)));
    }

    @Test
    void timeBased_withoutDate_rollsDaily() {
        Configuration configuration = rolling(FILE + timeBased("<fileNamePattern>a.log.gz</fileNamePattern>"));

        assertThat(codes(configuration)).containsExactly(FindingCode.DATE_MISSING);
        assertThat(file(configuration).rolling()).isEqualTo(new TimeBased("a.log.%d{yyyy-MM-dd}.gz", 0, 0, 0, false));
    }

    @Test
    void timeBased_onlyAuxiliaryDate_rollsDaily() {
        assertThat(codes(rolling(FILE + timeBased("<fileNamePattern>%d{yyyy, aux}/a.log</fileNamePattern>"))))
                .containsExactly(FindingCode.DATE_MISSING);
    }

    @Test
    void timeBased_dateWithTooManyLetters_isReplaced() {
        assertThat(codes(rolling(
                        FILE + timeBased("<fileNamePattern>a.%d{yyyyyyyyyyyyyyyyyyyy-MM-dd}.log</fileNamePattern>"))))
                .containsExactly(FindingCode.BAD_FILE_NAME_PATTERN);
    }

    /** JDK 17 fails with an index out of bounds where later ones pad the year with zeros. */
    @Test
    void timeBased_dateThatOnlyLaterJdksKnow_isReplacedOrTaken() {
        assertThat(codes(rolling(FILE + timeBased("<fileNamePattern>a.%d{yyyyyyyyyyyyy-MM-dd}.log</fileNamePattern>"))))
                .isSubsetOf(FindingCode.BAD_FILE_NAME_PATTERN);
    }

    @Test
    void timeBased_nonsenseDateAndZone_areReplaced() {
        Configuration configuration =
                rolling(FILE + timeBased("<fileNamePattern>a.%d{bogus, Mars/North}.log</fileNamePattern>"));

        assertThat(codes(configuration))
                .containsExactly(FindingCode.BAD_FILE_NAME_PATTERN, FindingCode.BAD_FILE_NAME_PATTERN);
        assertThat(file(configuration).rolling()).isEqualTo(new TimeBased("a.%d{yyyy-MM-dd}.log", 0, 0, 0, false));
    }

    @Test
    void timeBased_withIndexButNoSize_losesTheIndex() {
        Configuration configuration = rolling(FILE + timeBased("<fileNamePattern>a.%d.%i.log</fileNamePattern>"));

        assertThat(codes(configuration)).containsExactly(FindingCode.INDEX_NOT_WANTED);
        assertThat(file(configuration).rolling()).isEqualTo(new TimeBased("a.%d.log", 0, 0, 0, false));
    }

    @Test
    void timeBased_behindSizeTrigger_ignoresTheTriggerAsLogback() {
        Configuration configuration =
                rolling(FILE + TRIGGER + timeBased("<fileNamePattern>a.%d.log</fileNamePattern>"));

        assertThat(codes(configuration)).containsExactly(FindingCode.TRIGGER_IGNORED);
        assertThat(file(configuration).rolling()).isEqualTo(new TimeBased("a.%d.log", 0, 0, 0, false));
    }

    @Test
    void timeBased_beforeSizeTrigger_keepsBothLimits() {
        Configuration configuration =
                rolling(FILE + timeBased("<fileNamePattern>a.%d.%i.log</fileNamePattern>") + TRIGGER);

        assertThat(codes(configuration)).containsExactly(FindingCode.TRIGGER_IGNORED);
        assertThat(configuration.findings().get(0).cause()).contains("writes no more");
        assertThat(file(configuration).rolling())
                .isInstanceOfSatisfying(
                        TimeBased.class, each -> assertThat(each.maxFileSize()).isPositive());
    }

    @Test
    void timeBased_withOldSizePolicy_countsSizesToo() {
        Configuration configuration = rolling(FILE
                + timeBased("<fileNamePattern>a.%d.%i.log</fileNamePattern><timeBasedFileNamingAndTriggeringPolicy"
                        + " class='ch.qos.logback.core.rolling.SizeAndTimeBasedFNATP'><maxFileSize>5KB</maxFileSize>"
                        + "</timeBasedFileNamingAndTriggeringPolicy>"));

        assertThat(configuration.findings()).isEmpty();
        assertThat(file(configuration).rolling()).isEqualTo(new TimeBased("a.%d.%i.log", 5 << 10, 0, 0, false));
    }

    @Test
    void sizeAndTimeBased_withOldSizePolicy_goesByItsOwnLimit() {
        String own = "<maxFileSize>5KB</maxFileSize>";
        String old =
                "<timeBasedFileNamingAndTriggeringPolicy class='ch.qos.logback.core.rolling.SizeAndTimeBasedFNATP'>"
                        + "<maxFileSize>7MB</maxFileSize></timeBasedFileNamingAndTriggeringPolicy>";
        for (String limits : new String[] {own + old, old + own}) {
            Configuration configuration = rolling(FILE
                    + "<rollingPolicy class='ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy'>"
                    + "<fileNamePattern>a.%d.%i.log</fileNamePattern>" + limits + "</rollingPolicy>");

            assertThat(configuration.findings()).isEmpty();
            assertThat(file(configuration).rolling()).isEqualTo(new TimeBased("a.%d.%i.log", 5 << 10, 0, 0, false));
        }
    }

    @Test
    void timeBased_withMaxFileSize_saysThatItIsTheOtherPolicys() {
        assertThat(codes(rolling(
                        FILE + timeBased("<fileNamePattern>a.%d.log</fileNamePattern><maxFileSize>1MB</maxFileSize>"))))
                .containsExactly(FindingCode.UNKNOWN_OPTION);
    }

    @Test
    void timeBased_capWithoutHistory_isKeptAndSaysThatLogbackDoesNothing() {
        Configuration configuration = rolling(
                FILE + timeBased("<fileNamePattern>a.%d.log</fileNamePattern><totalSizeCap>1GB</totalSizeCap>"));

        assertThat(codes(configuration)).containsExactly(FindingCode.CAP_WITHOUT_HISTORY);
        assertThat(file(configuration).rolling()).isEqualTo(new TimeBased("a.%d.log", 0, 0, 1L << 30, false));
    }

    @Test
    void sizeAndTime_complete_hasNoFindings() {
        Configuration configuration = rolling(
                FILE
                        + sizeAndTime(
                                "<fileNamePattern>%d{yyyy/MM, aux}/a.%d.%i.zip</fileNamePattern><maxFileSize>100MB</maxFileSize>"));

        assertThat(configuration.findings()).isEmpty();
        assertThat(file(configuration).rolling())
                .isEqualTo(new TimeBased("%d{yyyy/MM, aux}/a.%d.%i.zip", 100 << 20, 0, 0, false));
    }

    @Test
    void sizeAndTime_withoutIndex_getsOne() {
        Configuration configuration = rolling(
                FILE + sizeAndTime("<fileNamePattern>a.%d.log.gz</fileNamePattern><maxFileSize>1MB</maxFileSize>"));

        assertThat(codes(configuration)).containsExactly(FindingCode.INDEX_MISSING);
        assertThat(file(configuration).rolling()).isEqualTo(new TimeBased("a.%d.log.%i.gz", 1 << 20, 0, 0, false));
    }

    @ParameterizedTest
    @CsvSource({"'', NO_MAX_FILE_SIZE", "<maxFileSize>lots</maxFileSize>, BAD_SIZE"})
    void sizeAndTime_withoutUsableSize_rollsByTime(String size, FindingCode code) {
        Configuration configuration =
                rolling(FILE + sizeAndTime("<fileNamePattern>a.%d_%i.log</fileNamePattern>" + size));

        assertThat(codes(configuration)).contains(code);
        assertThat(file(configuration).rolling()).isInstanceOf(TimeBased.class);
        assertThat(FileNames.hasIndex(of(FILE + sizeAndTime("<fileNamePattern>a.%d.%i.log</fileNamePattern>" + size))
                        .fileNamePattern()))
                .isFalse();
    }

    @Test
    void rolling_withoutPolicy_isAPlainFile() {
        Configuration configuration = rolling(FILE);

        assertThat(codes(configuration)).containsExactly(FindingCode.NO_ROLLING_POLICY);
        assertThat(file(configuration)).isEqualTo(new DestinationConfig.File("a.log", true, null));
    }

    @Test
    void rolling_unknownPolicy_isAPlainFile() {
        Configuration configuration = rolling("<rollingPolicy class='com.acme.P'><fileNamePattern>logs/b.%d.log"
                + "</fileNamePattern><x/></rollingPolicy>");

        assertThat(codes(configuration)).containsExactly(FindingCode.UNKNOWN_CLASS, FindingCode.NO_FILE);
        assertThat(file(configuration)).isEqualTo(new DestinationConfig.File("logs/b.log", true, null));
    }

    @Test
    void rolling_withoutAnything_goesToTheConsole() {
        Configuration configuration = rolling("");

        assertThat(codes(configuration)).containsExactly(FindingCode.NO_ROLLING_POLICY, FindingCode.NO_FILE);
        assertThat(configuration.appenders().get(0).destination()).isEqualTo(new DestinationConfig.Console(false));
    }

    @Test
    void rolling_policyNamedAsTheTriggerOnly_isBoth() {
        assertThat(of(FILE
                        + "<triggeringPolicy class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'>"
                        + "<fileNamePattern>a.%d</fileNamePattern></triggeringPolicy>"))
                .isEqualTo(new TimeBased("a.%d", 0, 0, 0, false));
    }

    @Test
    void rolling_appendFalse_appendsAsLogback() {
        Configuration configuration =
                rolling(FILE + "<append>false</append>" + timeBased("<fileNamePattern>a.%d</fileNamePattern>"));

        assertThat(codes(configuration)).containsExactly(FindingCode.APPEND_REQUIRED);
        assertThat(file(configuration).append()).isTrue();
    }

    @Test
    void rolling_unknownCompression_isGzip() {
        Configuration configuration = rolling(FILE + timeBased("<fileNamePattern>a.%d.log.bz2</fileNamePattern>"));

        assertThat(codes(configuration)).containsExactly(FindingCode.UNKNOWN_COMPRESSION);
        assertThat(file(configuration).rolling()).isEqualTo(new TimeBased("a.%d.log.gz", 0, 0, 0, false));
    }

    @Test
    void rolling_prudent_isNamedByThePattern() {
        Configuration configuration =
                rolling(FILE + "<prudent>true</prudent>" + timeBased("<fileNamePattern>a.%d.gz</fileNamePattern>"));

        assertThat(file(configuration).file()).isNull();
        assertThat(configuration.findings()).isEmpty();
    }

    private static Configuration rolling(String inside) {
        return inside(appender("rolling.RollingFileAppender", inside + "<encoder><pattern>%m%n</pattern></encoder>"));
    }

    private static DestinationConfig.File file(Configuration configuration) {
        return (DestinationConfig.File) configuration.appenders().get(0).destination();
    }

    private static @Nullable Rolling nullable(Configuration configuration) {
        return file(configuration).rolling();
    }

    private static Rolling of(String inside) {
        Rolling rolling = nullable(rolling(inside));
        if (rolling == null) {
            throw new AssertionError("not rolled");
        }
        return rolling;
    }

    private static String window(String inside) {
        return policy("FixedWindowRollingPolicy", inside);
    }

    private static String timeBased(String inside) {
        return policy("TimeBasedRollingPolicy", inside);
    }

    private static String sizeAndTime(String inside) {
        return policy("SizeAndTimeBasedRollingPolicy", inside);
    }

    private static String policy(String name, String inside) {
        return "<rollingPolicy class='ch.qos.logback.core.rolling." + name + "'>" + inside + "</rollingPolicy>";
    }
}

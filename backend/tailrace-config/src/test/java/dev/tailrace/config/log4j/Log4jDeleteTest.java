package dev.tailrace.config.log4j;

import static dev.tailrace.config.Reading.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.Reading;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.destination.DeleteRule;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.FileCondition;
import dev.tailrace.destination.Rolling;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Log4jDeleteTest {
    private static Configuration read(String strategy) {
        return Reading.read("<Configuration><Appenders><RollingFile name='A' fileName='a.log' filePattern='a-%i.log'>"
                + "<PatternLayout pattern='%m%n'/><SizeBasedTriggeringPolicy size='1 KB'/>" + strategy
                + "</RollingFile></Appenders><Loggers><Root level='info'><AppenderRef ref='A'/></Root></Loggers>"
                + "</Configuration>");
    }

    private static Configuration delete(String delete) {
        return read("<DefaultRolloverStrategy>" + delete + "</DefaultRolloverStrategy>");
    }

    private static List<DeleteRule> removals(Configuration configuration) {
        return ((DestinationConfig.File) configuration.appenders().get(0).destination())
                .options()
                .removals();
    }

    @Test
    void delete_withEachCondition_isReadAsItStands() {
        Configuration configuration = delete("<Delete basePath='logs' maxDepth='2' followLinks='true' testMode='true'>"
                + "<SortByModificationTime recentFirst='false'/>"
                + "<IfFileName glob='*/a-*.log'><IfLastModified age='P1DT2H3M4S'><IfAny>"
                + "<IfAccumulatedFileSize exceeds='2 GB'/><IfAccumulatedFileCount exceeds='10'/></IfAny>"
                + "</IfLastModified></IfFileName><IfNot><IfFileName regex='.*keep.*'/></IfNot>"
                + "<IfAll><IfLastModified age='30d'/></IfAll></Delete>"
                + "<Delete basePath='more'><IfLastModified age='0s'/></Delete>");

        assertThat(configuration.findings()).isEmpty();
        List<FileCondition> sums =
                List.of(new FileCondition.Sum(2L << 30, List.of()), new FileCondition.Count(10, List.of()));
        assertThat(removals(configuration))
                .containsExactly(
                        new DeleteRule(
                                "logs",
                                2,
                                true,
                                true,
                                false,
                                List.of(
                                        new FileCondition.Name(
                                                "glob:*/a-*.log",
                                                List.of(new FileCondition.Age(
                                                        93_784_000, List.of(new FileCondition.Any(sums))))),
                                        new FileCondition.Not(new FileCondition.Name("regex:.*keep.*", List.of())),
                                        new FileCondition.All(
                                                List.of(new FileCondition.Age(30L * 86_400_000, List.of()))))),
                        new DeleteRule("more", 1, false, false, true, List.of(new FileCondition.Age(0, List.of()))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Delete basePath='x'/>",
                "<Delete><IfLastModified age='1d'/></Delete>",
                "<Delete basePath='x'><IfLastModified/></Delete>",
                "<Delete basePath='x'><IfLastModified age='yesterday'/></Delete>",
                "<Delete basePath='x'><IfLastModified age='T'/></Delete>",
                "<Delete basePath='x'><IfFileName/></Delete>",
                "<Delete basePath='x'><IfFileName regex='('/></Delete>",
                "<Delete basePath='x'><IfFileName glob='{'/></Delete>",
                "<Delete basePath='x'><IfAccumulatedFileCount/></Delete>",
                "<Delete basePath='x'><IfAccumulatedFileCount exceeds='0'/></Delete>",
                "<Delete basePath='x'><IfAccumulatedFileSize exceeds='many'/></Delete>",
                "<Delete basePath='x'><IfAll/></Delete>",
                "<Delete basePath='x'><IfNot/></Delete>",
                "<Delete basePath='x'><IfNot><IfLastModified age='1d'/><IfLastModified age='2d'/></IfNot></Delete>",
                "<Delete basePath='x'><IfLastModified age='1d'><IfMoon/></IfLastModified></Delete>",
                "<Delete basePath='x'><IfLastModified age='1d'/><MySorter/></Delete>",
                "<Delete basePath='x'><ScriptCondition><Script language='js'>x</Script></ScriptCondition></Delete>"
            })
    void delete_thatCantBeReadAsItStands_deletesNothing_andSaysWhy(String delete) {
        Configuration configuration = delete(delete);

        assertThat(configuration.findings())
                .filteredOn(finding -> finding.code() == FindingCode.DELETE_OTHERWISE)
                .hasSize(1)
                .allMatch(finding -> finding.cause().startsWith("This <Delete> deletes nothing: "));
        assertThat(removals(configuration)).isEmpty();
    }

    @Test
    void conditions_nestedWithoutEnd_deleteNothing() {
        String deep = "<IfAll>".repeat(20) + "<IfLastModified age='1d'/>" + "</IfAll>".repeat(20);

        Configuration configuration = delete("<Delete basePath='x'>" + deep + "</Delete>");

        assertThat(configuration.findings()).extracting(Finding::code).contains(FindingCode.DELETE_OTHERWISE);
        assertThat(removals(configuration)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"3, 3", "'', 2147483647", "-1, 2147483647"})
    void maxFiles_isTheNumberOfFilesOfAPeriod(String maxFiles, int most) {
        Configuration configuration =
                Reading.read("<Configuration><Appenders><RollingFile name='A' filePattern='a-%d-%i.log'>"
                        + "<PatternLayout pattern='%m%n'/><Policies><TimeBasedTriggeringPolicy/>"
                        + "<SizeBasedTriggeringPolicy/></Policies><DirectWriteRolloverStrategy maxFiles='" + maxFiles
                        + "'/></RollingFile></Appenders><Loggers><Root level='info'><AppenderRef ref='A'/></Root>"
                        + "</Loggers></Configuration>");

        assertThat(configuration.findings()).isEmpty();
        DestinationConfig.File file =
                (DestinationConfig.File) configuration.appenders().get(0).destination();
        assertThat(file.rolling())
                .isInstanceOfSatisfying(
                        Rolling.Numbered.class, by -> assertThat(by.maxIndex()).isEqualTo(most));
    }

    @Test
    void maxFiles_ofOne_isSeven_asInLog4j() {
        Configuration configuration =
                Reading.read("<Configuration><Appenders><RollingFile name='A' filePattern='a-%d-%i.log'>"
                        + "<PatternLayout pattern='%m%n'/><TimeBasedTriggeringPolicy/>"
                        + "<DirectWriteRolloverStrategy maxFiles='1'/></RollingFile></Appenders><Loggers>"
                        + "<Root level='info'><AppenderRef ref='A'/></Root></Loggers></Configuration>");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.BAD_NUMBER);
        assertThat(only(configuration).cause()).contains("7 is used");
    }
}

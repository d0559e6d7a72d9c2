package dev.tailrace.engine.sink.rolling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.destination.CronSchedule;
import dev.tailrace.destination.DeleteRule;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.FileCondition;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.Rig;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeleteRuleCodecTest {
    private static List<FileCondition> conditions(Random random, int depth) {
        List<FileCondition> made = new ArrayList<>();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            List<FileCondition> inside = depth == 0 || random.nextBoolean() ? List.of() : conditions(random, depth - 1);
            made.add(
                    switch (random.nextInt(7)) {
                        case 0 -> new FileCondition.Name("glob:*/ä b\\*-" + random.nextInt(9) + ".log", inside);
                        case 1 -> new FileCondition.Name("regex:a( |\\\\)b.{1,3}", inside);
                        case 2 -> new FileCondition.Count(1 + random.nextInt(100), inside);
                        case 3 -> new FileCondition.Sum(1 + random.nextLong(Long.MAX_VALUE - 1), inside);
                        case 4 ->
                            inside.isEmpty()
                                    ? new FileCondition.Age(random.nextLong(Long.MAX_VALUE), inside)
                                    : new FileCondition.All(inside);
                        case 5 -> new FileCondition.Not(new FileCondition.Age(0, inside));
                        default ->
                            new FileCondition.Any(
                                    List.of(new FileCondition.Age(7, List.of()), new FileCondition.Age(8, inside)));
                    });
        }
        return made;
    }

    @Test
    void orders_survive() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            List<DeleteRule> removals = new ArrayList<>();
            for (int n = random.nextInt(3); n >= 0; n--) {
                removals.add(new DeleteRule(
                        "/var/log/a b/" + i,
                        random.nextInt(Integer.MAX_VALUE),
                        random.nextBoolean(),
                        random.nextBoolean(),
                        random.nextBoolean(),
                        conditions(random, 3)));
            }
            String text = DeleteRuleCodec.format(removals);
            assertThat(DeleteRuleCodec.parse(text)).as("seed %d", seed).isEqualTo(removals);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "in",
                "in /a 1 nolinks delete newest",
                "in /a 1 nolinks delete newest ( )",
                "in a 1 nolinks delete newest ( age 1 ( ) )",
                "in /a/../b 1 nolinks delete newest ( age 1 ( ) )",
                "in /a -1 nolinks delete newest ( age 1 ( ) )",
                "in /a 1 yes delete newest ( age 1 ( ) )",
                "in /a 1 nolinks delete newest ( age -1 ( ) )",
                "in /a 1 nolinks delete newest ( age 1 ( )",
                "in /a 1 nolinks delete newest ( count 0 ( ) )",
                "in /a 1 nolinks delete newest ( all ( ) )",
                "in /a 1 nolinks delete newest ( not ( age 1 ( ) age 2 ( ) ) )",
                "in /a 1 nolinks delete newest ( name a* ( ) )",
                "in /a 1 nolinks delete newest ( name regex:( ( ) )",
                "in /a 1 nolinks delete newest ( moon 1 ( ) )",
                "in /a 1 nolinks delete newest ( age 1 ( ) ) rest",
            })
    void anythingElse_isRefused(String text) {
        assertThatThrownBy(() -> DeleteRuleCodec.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void conditionsWithoutEnd_areRefused() {
        String deep = "all ( ".repeat(5_000) + "age 1 ( ) " + ") ".repeat(5_000);
        String many = "age 1 ( ) ".repeat(5_000);
        for (String inside : new String[] {deep, many}) {
            assertThatThrownBy(() -> DeleteRuleCodec.parse("in /a 1 nolinks delete newest ( " + inside + ")"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("too many");
        }
    }

    @Test
    void scheduleAndOrders_arePartOfWhatProcessesAgreeOn(@TempDir Path folder) {
        Rig rig = new Rig(folder);
        DeleteRule deleteRule = new DeleteRule(
                folder.toString(), 1, false, false, true, List.of(new FileCondition.Name("glob:app-*", List.of())));
        CronSchedule moments = CronSchedule.parse("0 0 12 ? * MON-FRI", ZoneId.of("Europe/Berlin"));
        RollingOptions options = new RollingOptions(
                1, false, -1, new RollingOptions.Schedule(moments, true), false, List.of(deleteRule));
        LogFile log =
                rig.log(new DestinationConfig.File(rig.path("app.log"), true, rig.dated("app-%d.%i.log", 10), options));
        assertThat(log.rolling()).contains("cron=0\\u00200\\u002012").contains("delete=in\\u0020");
        LogFile read = LogFile.ofRecord(log.lockFile(), log.rolling());
        assertThat(read.rolling()).isEqualTo(log.rolling());
        assertThat(read.summary()).contains("MON-FRI").contains("<Delete>");
        assertThatThrownBy(() -> LogFile.ofRecord(
                        log.lockFile(), log.rolling().replace("zone=Europe/Berlin", "zone=Europe/Nowhere")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LogFile.ofRecord(log.lockFile(), log.rolling().replace("MON-FRI", "mon-FRI")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

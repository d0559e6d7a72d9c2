package dev.tailrace.slf4j.twin;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each configuration in its own JVM for each backend, so that earlier configurations have no influence. Without a full run, every fortieth
 * configuration.
 */
@Tag("twin")
class SingleTwinTest {
    private static final int SHARE = Share.isFull() ? 1 : 40;

    @ParameterizedTest
    @EnumSource(
            value = TwinPair.Reference.class,
            names = {"LOG4J", "LOGBACK"})
    void configuration_inAJvmOfItsOwn_leavesTheSameFiles(TwinPair.Reference reference, @TempDir Path folder)
            throws Exception {
        List<Twin> all = reference == TwinPair.Reference.LOG4J ? Log4jTwins.all() : LogbackTwins.all();
        List<Twin> some = new ArrayList<>();
        for (int i = 0; i < all.size(); i += SHARE) {
            some.add(all.get(i));
        }
        long bytes = 0;
        for (Twin twin : some) {
            TwinPair pair = new TwinPair(reference, List.of(twin), folder.resolve(String.valueOf(some.indexOf(twin))));
            pair.run();
            pair.compare(twin);
            bytes += pair.comparedBytes();
        }
        System.out.println("twins in JVMs of their own: " + some.size() + " of " + all.size() + " configurations of "
                + reference + (SHARE == 1 ? "" : " (-Pfull: all)") + " and " + bytes + " bytes compared");
    }
}

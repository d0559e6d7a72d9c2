package dev.tailrace.doctor.corpus;

import dev.tailrace.corpus.Corpus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** The entries of which doctor does not find what it should, and why: {@code unreached.tsv}. */
final class Unreached {
    private Unreached() {}

    /** The reason of each, by id. */
    static Map<String, String> all() throws IOException {
        return new String(Corpus.bytes("entries/unreached.tsv"), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .map(line -> line.split("\t", 2))
                .collect(Collectors.toMap(each -> each[0], each -> each[1]));
    }
}

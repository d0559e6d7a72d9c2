package dev.tailrace.doctor.corpus;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A service that puts each answer of 50 kB together from a tree, for a caller that has forgotten to cache: hundreds of
 * megabytes of garbage a second, nearly nothing of which survives, and more than a hundred young collections a minute. To be run
 * with each collector. Healthy: the answer is made once, and asked for less often.
 */
final class PageGarbage {
    private PageGarbage() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        Node tree = Node.grow(stage.random(), 6, stage.between(3, 4));
        int bytes = stage.between(45_000, 60_000);
        AtomicLong served = new AtomicLong();
        byte[] made = render(tree, bytes, "");
        boolean sick = stage.sick();
        int readers = stage.between(4, 10);
        PageServer server = PageServer.start(readers, stage.pick("catalogue-", "http-worker-", "tree-"), query -> {
            served.incrementAndGet();
            return sick ? render(tree, bytes, query) : made;
        });
        Neighbour.start(
                PageReader.class, Integer.toString(server.port()), Integer.toString(readers), sick ? "400" : "20");
        stage.playOnceTrue(() -> served.get() > (sick ? 2_000 : 40));
    }

    private static byte[] render(Node tree, int bytes, String query) {
        List<String> lines = new ArrayList<>();
        while (length(lines) < bytes) {
            tree.flatten("/" + query, lines);
        }
        return String.join("\n", lines).substring(0, bytes).getBytes(StandardCharsets.UTF_8);
    }

    private static int length(List<String> lines) {
        int length = -1;
        for (String line : lines) {
            length += line.length() + 1;
        }
        return length;
    }

    private record Node(String name, List<Node> children) {
        static Node grow(Random random, int depth, int width) {
            List<Node> children = new ArrayList<>();
            for (int i = 0; depth > 0 && i < width; i++) {
                children.add(grow(random, depth - 1, width - random.nextInt(2)));
            }
            return new Node("n" + random.nextInt(10_000), List.copyOf(children));
        }

        void flatten(String path, List<String> lines) {
            String own = path + "/" + name;
            lines.add(own + " has " + children.size() + " children");
            for (Node child : children) {
                child.flatten(own, lines);
            }
        }
    }
}

package dev.tailrace.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerLimitTest {
    private static final String OWN_NAMESPACE =
            "31 24 0:27 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";

    @TempDir
    Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private long limit() {
        return new ContainerLimit(root).bytes();
    }

    @Test
    void bytes_ofANamespaceOfItsOwn_areThoseAtTheMountPoint() throws IOException {
        write("proc/self/mountinfo", "23 1 8:1 / / rw - ext4 /dev/sda1 rw\n" + OWN_NAMESPACE);
        write("proc/self/cgroup", "0::/\n");
        write("sys/fs/cgroup/memory.max", "94371840\n");

        assertThat(limit()).isEqualTo(94_371_840);
    }

    @Test
    void bytes_ofNestedGroups_areTheSmallestOnTheWay() throws IOException {
        write("proc/self/mountinfo", OWN_NAMESPACE);
        write("proc/self/cgroup", "0::/system.slice/app.service/worker\n");
        write("sys/fs/cgroup/memory.max", "max\n");
        write("sys/fs/cgroup/system.slice/memory.max", "104857600\n");
        write("sys/fs/cgroup/system.slice/app.service/memory.max", "max\n");
        write("sys/fs/cgroup/system.slice/app.service/worker/memory.max", "536870912\n");
        write("sys/fs/cgroup/other/memory.max", "4096\n");

        assertThat(limit()).isEqualTo(104_857_600);
    }

    @Test
    void bytes_ofTheFirstVersion_areThoseOfItsMemoryController() throws IOException {
        write("proc/self/mountinfo", """
                30 25 0:26 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
                36 25 0:31 /docker/abc /sys/fs/cgroup/memory ro,nosuid master:15 - cgroup cgroup rw,memory
                """);
        write("proc/self/cgroup", "12:cpu,cpuacct:/docker/abc\n9:memory:/docker/abc/inner\n0::/docker/abc\n");
        write("sys/fs/cgroup/cpu,cpuacct/memory.limit_in_bytes", "4096\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "209715200\n");
        write("sys/fs/cgroup/memory/inner/memory.limit_in_bytes", "9223372036854771712\n");

        assertThat(limit()).isEqualTo(209_715_200);
    }

    @Test
    void bytes_whereTheGroupIsOutsideOfWhatIsMounted_areThoseAtTheMountPoint() throws IOException {
        write("proc/self/mountinfo", "36 25 0:31 /docker/abc /sys/fs/cgroup\\040x ro - cgroup2 cgroup2 rw\n");
        write("proc/self/cgroup", "0::/../other\n");
        write("sys/fs/cgroup x/memory.max", "1000000\n");
        write("other/memory.max", "1\n");

        assertThat(limit()).isEqualTo(1_000_000);
    }

    @Test
    void bytes_whereThereIsNoLimitOrNothingToRead_areNone() throws IOException {
        assertThat(limit()).isEqualTo(Long.MAX_VALUE);
        write("proc/self/mountinfo", OWN_NAMESPACE + "nonsense\n - \n");
        assertThat(limit()).isEqualTo(Long.MAX_VALUE);
        write("proc/self/cgroup", "0::/\nnonsense\n");
        assertThat(limit()).isEqualTo(Long.MAX_VALUE);
        for (String text : new String[] {"max\n", "", "0", "-1", "many", "99999999999999999999999"}) {
            write("sys/fs/cgroup/memory.max", text);
            assertThat(limit()).as(text).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void memoryDefault_isAnEighthOfTheContainersAtMost() {
        long none = Long.MAX_VALUE;
        assertThat(MemoryDefault.bytes(none, none)).isEqualTo(64 << 20);
        assertThat(MemoryDefault.bytes(none, 90 << 20)).isEqualTo((90 << 20) / 8);
        assertThat(MemoryDefault.bytes(40 << 20, 90 << 20)).isEqualTo(10 << 20);
        assertThat(MemoryDefault.bytes(none, 4 << 20)).isEqualTo(1 << 20);
    }
}

package dev.tailrace.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A load on a service whose ceiling is known: so many workers, each of which takes so long for a request. */
@Tag("anyjdk")
@Tag("slow")
class RampTest {
    private static final Duration WORK = Duration.ofMillis(20);
    private static final Slo SLO = new Slo(95, Duration.ofMillis(60));
    private static final RampPlan PLAN =
            new RampPlan(URI.create("http://127.0.0.1/"), SLO, 10, 40, Duration.ofSeconds(10), 200);

    /** However busy the machine is: the service's time is its own. */
    @Test
    void run_servicesOfKnownCapacity_theirCeilingsAreFound() throws Exception {
        for (int workers : new int[] {1, 2, 4, 16}) {
            double capacity = workers * 1000.0 / WORK.toMillis();
            SimulatedService service = new SimulatedService(workers, WORK.toNanos());
            RampResult result = Ramp.run(PLAN, service, service, Witness.NONE, line -> {});

            assertThat(result.isCeilingFound()).as(result.steps().toString()).isTrue();
            assertThat(result.ceiling()).as(workers + " workers").isBetween(capacity / 1.15, capacity * 1.15);
        }
    }

    @Test
    void run_senderThatStandsStillOnce_findsTheSameCeiling() throws Exception {
        double capacity = 2 * 1000.0 / WORK.toMillis();
        SimulatedService service = new SimulatedService(2, WORK.toNanos());
        service.oversleep(150, Duration.ofSeconds(1).toNanos());
        RampResult result = Ramp.run(PLAN, service, service, Witness.NONE, line -> {});

        assertThat(result.steps())
                .extracting(Step::verdict)
                .as("the second step says nothing of the service")
                .startsWith(Step.Verdict.HELD, Step.Verdict.SENDER_TOO_SLOW, Step.Verdict.HELD);
        assertThat(result.isCeilingFound()).as(result.steps().toString()).isTrue();
        assertThat(result.ceiling()).isBetween(capacity / 1.15, capacity * 1.15);
    }

    /** A busy machine carries less, but no workers carry more than they can do. */
    @Test
    void run_serviceOverHttp_carriesNoMoreThanItsWorkersCan() throws Exception {
        try (Service service = new Service(2, 204)) {
            RampResult result = Ramp.run(service.plan(40, 12), Witness.NONE, line -> {});

            assertThat(result.isCeilingFound()).as(result.steps().toString()).isTrue();
            assertThat(result.ceiling()).isBetween(0.1, 2 * 1000.0 / WORK.toMillis() * 1.3);
        }
    }

    @Test
    void plan_stepsThatAreTooShortToTell_areRefused() {
        URI url = URI.create("http://127.0.0.1/");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RampPlan(url, SLO, 10, 2, Duration.ofMillis(500), 10))
                .withMessageContaining("seconds of a step: required=0.6");
    }

    @Test
    void run_serviceThatBreaks_showsTheStepToItsWitness() throws Exception {
        List<String> seen = new ArrayList<>();
        Witness witness = new Witness() {
            @Override
            public void begin(int number, Duration length) {
                seen.add("begin " + number);
            }

            @Override
            public void end(Step step) {
                seen.add("end " + step.number());
            }
        };
        try (Service service = new Service(1, 200)) {
            RampResult result = Ramp.run(service.plan(150, 4), witness, line -> {});

            assertThat(result.isCeilingFound()).isTrue();
            assertThat(result.breaking()).isPresent();
            assertThat(seen)
                    .startsWith("begin 1", "end 1")
                    .hasSize(2 * result.steps().size());
        }
    }

    @Test
    void run_serviceThatAnswersWithErrors_isNoTarget() throws Exception {
        try (Service service = new Service(1, 404)) {
            assertThatIOException()
                    .isThrownBy(() -> Ramp.run(service.plan(10, 2), Witness.NONE, line -> {}))
                    .withMessageContaining("HTTP 404");
        }
    }

    @Test
    void run_nobodyListens_saysSo() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        RampPlan plan =
                new RampPlan(URI.create("http://127.0.0.1:" + free + "/"), SLO, 10, 2, Duration.ofMillis(600), 10);
        assertThatIOException()
                .isThrownBy(() -> Ramp.run(plan, Witness.NONE, line -> {}))
                .withMessageContaining("before there is any load: refused: no connection");
    }

    /** A service on this machine. */
    private static final class Service implements AutoCloseable {
        private final HttpServer server;
        private final ExecutorService workers;

        Service(int threads, int status) throws IOException {
            workers = Executors.newFixedThreadPool(threads);
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
            server.setExecutor(workers);
            server.createContext("/", exchange -> {
                long until = System.nanoTime() + WORK.toNanos();
                while (System.nanoTime() - until < 0) {
                    LockSupport.parkNanos(until - System.nanoTime());
                }
                exchange.sendResponseHeaders(status, -1);
                exchange.close();
            });
            server.start();
        }

        RampPlan plan(double from, int steps) {
            URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            return new RampPlan(url, SLO, from, steps, Duration.ofMillis(600), 200);
        }

        @Override
        public void close() throws IOException {
            server.stop(0);
            workers.shutdownNow();
            try {
                if (!workers.awaitTermination(10, TimeUnit.SECONDS)) {
                    throw new IOException("the service did not end");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

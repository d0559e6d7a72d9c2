import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A service whose database has gone away: each order fails, and each failure is an error in the log, some thousand a second. */
public final class HotLoop {
    private static final Logger ORDERS = LoggerFactory.getLogger("com.acme.shop.Orders");
    private static final Logger DATABASE = LoggerFactory.getLogger("com.acme.shop.Database");

    private HotLoop() {}

    /** Ends when it is interrupted or killed. */
    public static void main(String[] arguments) throws InterruptedException {
        for (long order = 1; ; order++) {
            DATABASE.debug("connect to db-2.acme.example: connection refused");
            ORDERS.error("order {} failed", order);
            if (order % 100 == 0) {
                DATABASE.info("{} orders were tried", order);
                Thread.sleep(20);
            }
        }
    }
}

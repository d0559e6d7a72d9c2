import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public class Orders {
    private static final Logger log = LoggerFactory.getLogger(Orders.class);

    public static void main(String[] args) {
        log.info("order {} filled at {} qty {}", 4711L, 101.25, 3);
    }
}

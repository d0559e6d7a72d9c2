package dev.tailrace.doctor.corpus;

import java.util.Random;

/** Text like that of real log lines: it compresses, but not to nothing. */
final class Words {
    private static final String[] STOCK = {
        "accepted", "account", "answer", "basket", "batch", "cache", "carrier", "checkout", "client", "credit",
        "customer", "delivery", "entry", "filled", "invoice", "item", "ledger", "limit", "market", "order",
        "parcel", "payment", "price", "quote", "refund", "region", "request", "route", "session", "settled",
        "shipment", "stock", "store", "ticket", "token", "transfer", "user", "voucher", "warehouse", "weight"
    };

    private Words() {}

    /** Words and numbers, about {@code length} characters. */
    static String text(Random random, int length) {
        StringBuilder text = new StringBuilder(length + 24);
        while (text.length() < length) {
            text.append(STOCK[random.nextInt(STOCK.length)]).append('=');
            text.append(Long.toString(random.nextLong() >>> 20, 36)).append(' ');
        }
        return text.toString();
    }

    /** Several such texts. */
    static String[] texts(Random random, int count, int length) {
        String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
            texts[i] = text(random, length);
        }
        return texts;
    }
}

package dev.weir.sql;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Divides what the private table gives to a file, {@code 'privacy.share.FILE'}, among the queries of the file. */
final class FileShares {

    private static final String OPTION = "privacy.share.";
    private static final int DECIMALS = 12;

    private final Statement.Table table;
    private final String first;

    FileShares(Statement.Table table, String first) {
        this.table = table;
        this.first = first;
    }

    /**
     * Divides the shares. A query that has no share gets an even part of what the others of its file leave, rounded down.
     *
     * @param views the releases
     * @param queries what has been read of them; of another number if a view was refused, upon which nothing is divided
     * @throws Refused if a file has no such share, or its queries want more than all of it
     */
    void divide(List<Statement.View> views, List<SettingTree> queries) {
        for (Statement.Option option : table.options()) {
            if (option.key().startsWith(OPTION) && views.size() == queries.size()) {
                divide(option, views, queries);
            }
        }
    }

    private void divide(Statement.Option option, List<Statement.View> views, List<SettingTree> queries) {
        String file = option.key().substring(OPTION.length());
        List<SettingTree> own = IntStream.range(0, views.size())
                .filter(i -> !views.get(i).text().file().equals(first))
                .filter(i -> stem(views.get(i).text().file()).equals(file))
                .mapToObj(queries::get)
                .toList();
        BigDecimal all = number(option, option.value());
        if (own.isEmpty()) {
            throw refusal(option, "must name another file that has a release, without .sql");
        }
        BigDecimal taken = own.stream()
                .filter(query -> query.has("spend.share"))
                .map(query -> number(option, stated(query)))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        long silent = own.stream().filter(query -> !query.has("spend.share")).count();
        BigDecimal left = BigDecimal.ONE.subtract(taken);
        if (left.signum() < 0 || (left.signum() == 0 && silent > 0)) {
            throw refusal(
                    option, "shares of " + file + ".sql must add up to at most 1, and leave something for each query");
        }
        BigDecimal each = silent == 0 ? left : left.divide(BigDecimal.valueOf(silent), DECIMALS, RoundingMode.DOWN);
        own.forEach(query -> put(query, query.has("spend.share") ? number(option, stated(query)) : each, all));
    }

    private static void put(SettingTree query, BigDecimal part, BigDecimal all) {
        String share = part.multiply(all).stripTrailingZeros().toPlainString();
        query.put("spend.share", share, query.root().origin(), "OPTIONS 'share'");
    }

    private static String stated(SettingTree query) {
        return query.find("spend.share").text();
    }

    private BigDecimal number(Statement.Option option, String text) {
        if (!text.matches("0*\\.?[0-9]{1,15}|1(\\.0+)?|0+\\.[0-9]{1,15}")) {
            throw refusal(option, "must be shares from 0 to 1, with at most 15 decimals");
        }
        BigDecimal number = new BigDecimal(text);
        if (number.compareTo(BigDecimal.ONE) > 0) {
            throw refusal(option, "must be shares from 0 to 1, with at most 15 decimals");
        }
        return number;
    }

    private Refused refusal(Statement.Option option, String rule) {
        return table.text().refusal(option.node(), table.name() + ": '" + option.key() + "'", rule);
    }

    private static String stem(String file) {
        Path name = Path.of(file).getFileName();
        return name == null ? file : name.toString().replaceAll("(?i)\\.sql$", "");
    }
}

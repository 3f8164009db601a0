package dev.weir.sql;

import dev.weir.jobs.settings.Item;
import dev.weir.sql.vocabulary.OptionNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads several windows from one series: {@code FROM t} with the options {@code base}, {@code horizon}, {@code offset}, and for each window {@code
 * window.NAME.calendar} or {@code window.NAME.last}. Windows are in the order in which the options name them.
 *
 * @param text the text of the script
 * @param options the options of the release
 * @param query takes the window
 */
record SeriesOptions(ScriptText text, Map<String, Statement.Option> options, SettingTree query) {

    private static final String BASE = "base";

    /**
     * Refuses the options of a series for another source.
     *
     * @param function what is released from
     */
    void refuse(String function) {
        for (Statement.Option option : options.values()) {
            if (option.key().equals(BASE) || option.key().equals("offset") || OptionNames.isOfWindow(option.key())) {
                String rule = option.key().equals(BASE) || function.isEmpty()
                        ? "is for several windows from one series: FROM the private table, with OPTIONS 'base'"
                        : "is not for " + function;
                throw text.refusal(option.node(), said(option.key()), rule);
            }
        }
    }

    /** Returns the option that says that the release is of several windows from one series; empty if it is not. */
    Optional<Statement.Option> base() {
        return Optional.ofNullable(options.get(BASE));
    }

    /**
     * Reads the windows into the query.
     *
     * @param base the option {@link #base}
     */
    void read(Statement.Option base) {
        put(base, "window.base");
        Statement.Option horizon = options.get("horizon");
        if (horizon == null) {
            query.put("window.horizon", "unbounded", text.origin(base.node()), said("horizon"));
        } else {
            put(horizon, "window.horizon");
        }
        Statement.Option offset = options.get("offset");
        if (offset != null) {
            put(offset, "window.offset");
        }
        readWindows(base);
    }

    private void readWindows(Statement.Option base) {
        Item releases = Item.list(text.origin(base.node()));
        List<String> names = new ArrayList<>();
        query.put("window.releases", releases, "OPTIONS 'window.NAME.calendar' or 'window.NAME.last'");
        for (Statement.Option option : options.values()) {
            if (!OptionNames.isOfWindow(option.key())) {
                continue;
            }
            String field = OptionNames.windowField(option.key());
            String name = OptionNames.windowName(option.key());
            if (!names.contains(name)) {
                names.add(name);
                Item window = Item.map(text.origin(option.node()));
                window.fields().put("name", Item.scalar(text.origin(option.node()), name, true));
                releases.list().add(window);
            }
            int at = names.indexOf(name);
            releases.list().get(at).fields().put(field, Item.scalar(text.origin(option.node()), option.value(), false));
            query.words().put("window.releases[" + at + "]." + field, said(option.key()));
            query.words().putIfAbsent("window.releases[" + at + "]", said(option.key()));
        }
    }

    private void put(Statement.Option option, String path) {
        query.put(path, option.value(), text.origin(option.node()), said(option.key()));
    }

    private static String said(String key) {
        return "OPTIONS '" + key + "'";
    }
}

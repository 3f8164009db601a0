package dev.weir.sql.vocabulary;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The options of the private table and of releases, with the settings that they are. */
public final class OptionNames {

    /** Options of the private table that are one setting each, and the paths of these. */
    public static final Map<String, String> TABLE = table();

    /** Options of a release that are one setting each, and their paths below the query. */
    public static final Map<String, String> RELEASE = release();

    /** Options of a release about one value: {@code weight.NAME}. */
    public static final Set<String> OF_VALUES = Set.of("weight", "monotone", "method", "raw", "relative");

    /** What an option of a window begins with: {@code window.NAME.calendar}. */
    private static final String WINDOW = "window.";

    /** The fields of a window of several from one series. */
    public static final List<String> OF_WINDOWS = List.of("last", "every", "calendar", "zone", "week-start");

    private OptionNames() {}

    /**
     * Whether an option is about one of several windows from one series. The name of the window may have dots.
     *
     * @param key the option
     */
    public static boolean isOfWindow(String key) {
        return key.startsWith(WINDOW)
                && key.lastIndexOf('.') > WINDOW.length()
                && OF_WINDOWS.contains(windowField(key));
    }

    /**
     * The field that an option of a window says.
     *
     * @param key an option of a window
     */
    public static String windowField(String key) {
        return key.substring(key.lastIndexOf('.') + 1);
    }

    /**
     * The name of the window that an option is about.
     *
     * @param key an option of a window
     */
    public static String windowName(String key) {
        return key.substring(WINDOW.length(), key.lastIndexOf('.'));
    }

    /**
     * The option of a window.
     *
     * @param name the name of the window
     * @param field one of {@link #OF_WINDOWS}
     */
    public static String ofWindow(String name, String field) {
        return WINDOW + name + "." + field;
    }

    private static Map<String, String> table() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("topic", "source.kafka.topic");
        names.put("properties.bootstrap.servers", "source.kafka.brokers");
        names.put("properties.group.id", "source.kafka.group");
        names.put("properties-file", "source.kafka.properties-file");
        names.put("format", "source.format");
        names.put("csv.field-delimiter", "source.delimiter");
        putFormats(names);
        names.put("privacy.unit-column", "source.unit");
        names.put("privacy.unit-form", "source.unit-form");
        names.put("privacy.unit-was", "source.unit-was");
        names.put("privacy.unit", "privacy.unit");
        names.put("privacy.zone", "privacy.zone");
        names.put("privacy.epsilon", "privacy.budget.epsilon");
        names.put("privacy.delta", "privacy.budget.delta");
        names.put("privacy.rho", "privacy.budget.rho");
        names.put("privacy.domain", "domain.name");
        names.put("privacy.domain.epsilon", "domain.budget.epsilon");
        names.put("privacy.domain.delta", "domain.budget.delta");
        names.put("privacy.domain.rho", "domain.budget.rho");
        names.put("privacy.domain.delta-for-keys", "domain.delta-for-keys");
        Stream.of("delay", "max-skew", "idle", "hold", "start", "until", "trusted")
                .forEach(name -> names.put("clock." + name, "clock." + name));
        Stream.of("limits.record-bytes", "limits.key-bytes", "limits.unit-bytes", "sink.format", "sink.layout")
                .forEach(name -> names.put(name, name));
        Stream.of("withheld", "dead-letter", "ledger", "skip-present")
                .forEach(name -> names.put("sink." + name, "sink.kafka." + name));
        return names;
    }

    private static void putFormats(Map<String, String> names) {
        Stream.of("schema-file", "schema-id", "message", "time-format", "time-zone")
                .forEach(name -> names.put(name, "source." + name));
        Stream.of("url", "subject", "ids", "properties-file")
                .forEach(name -> names.put("registry." + name, "source.registry." + name));
        Stream.of("url", "subjects", "properties-file")
                .forEach(name -> names.put("sink.registry." + name, "sink.registry." + name));
    }

    private static Map<String, String> release() {
        Map<String, String> names = new LinkedHashMap<>();
        Stream.of("contributions", "share", "per-window", "favour").forEach(name -> names.put(name, "spend." + name));
        Stream.of(
                        "keys-per-window",
                        "records-per-cell",
                        "cells-per-period",
                        "windows-per-period",
                        "keys-per-period",
                        "records-per-key",
                        "participations",
                        "separation")
                .forEach(name -> names.put(name, "bounds." + name));
        names.put("version", "version");
        names.put("key-account.epsilon", "key-account.budget.epsilon");
        names.put("key-account.delta", "key-account.budget.delta");
        names.put("key-account.rho", "key-account.budget.rho");
        names.put("key-account.per", "key-account.per");
        names.put("others", "key.others");
        Stream.of("delta", "by", "pre-threshold", "every", "weight")
                .forEach(name -> names.put("discovered." + name, "key.discovered." + name));
        return names;
    }

    /**
     * Returns the option that is a setting; empty if none is.
     *
     * @param options {@link #TABLE} or {@link #RELEASE}
     * @param path the path of the setting
     */
    public static Optional<String> of(Map<String, String> options, String path) {
        return options.entrySet().stream()
                .filter(option -> option.getValue().equals(path))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}

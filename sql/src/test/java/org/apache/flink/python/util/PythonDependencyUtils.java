package org.apache.flink.python.util;

import org.apache.commons.cli.CommandLine;
import org.apache.flink.configuration.Configuration;

/** Stands for the class of this name in flink-python, which Flink's SQL client calls by its name at every start. */
public final class PythonDependencyUtils {

    private PythonDependencyUtils() {}

    public static Configuration parsePythonDependencyConfiguration(CommandLine options) {
        return new Configuration();
    }
}

package dev.sennit.testkit.power;

/** What a name in a directory of the model stands for. */
sealed interface Node permits FileNode, DirectoryNode {}

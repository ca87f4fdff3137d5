// A file that the reader keeps.

/**
 * Hand over a text as a file, or an object as a file of JSON.
 * @param {string} name
 * @param {object | string} content
 */
export function saveFile(name, content) {
  const link = document.createElement("a");
  const [text, type] =
    typeof content === "string"
      ? [content, "text/plain"]
      : [`${JSON.stringify(content, null, 1)}\n`, "application/json"];
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

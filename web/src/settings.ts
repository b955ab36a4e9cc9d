import { effect, signal } from "@preact/signals";

export type Language = "en" | "ja";
export type Theme = "auto" | "light" | "dark";

function kept<T extends string>(name: string, values: readonly T[], preset: T) {
  let first = preset;
  try {
    const found = localStorage.getItem(name) as T | null;
    if (found !== null && values.includes(found)) first = found;
  } catch {
    // A browser that keeps nothing still has a page.
  }
  const value = signal<T>(first);
  effect(() => {
    try {
      localStorage.setItem(name, value.value);
    } catch {
      // As above.
    }
  });
  return value;
}

const preferred: Language = navigator.language.startsWith("ja") ? "ja" : "en";
export const language = kept<Language>("language", ["en", "ja"], preferred);
export const theme = kept<Theme>("theme", ["auto", "light", "dark"], "auto");

effect(() => {
  document.documentElement.lang = language.value;
});
effect(() => {
  if (theme.value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});

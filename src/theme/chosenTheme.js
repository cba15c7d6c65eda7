// The theme that a person chose, before anything is drawn. The build puts it into the page, and the policy names its hash.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // A browser that stores nothing follows the system.
}

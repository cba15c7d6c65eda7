// The theme that a person chose, before anything is drawn; a script of its own, as the policy allows none within the page.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // A browser that stores nothing follows the system.
}

// A dialog that the server has opened is made one that holds the focus; Esc goes back, as the link beside the button does.
// @ts-check

const dialog = document.querySelector("dialog[data-back]");
if (dialog instanceof HTMLDialogElement) {
  dialog.close();
  dialog.showModal();
  const stay = dialog.querySelector("[data-stay]");
  if (stay instanceof HTMLElement) stay.focus();
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    location.assign(dialog.dataset.back || "/");
  });
}

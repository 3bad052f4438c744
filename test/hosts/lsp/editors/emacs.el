;;; Drives Emacs with the language server by eglot, and writes what it shows to a file.  -*- lexical-binding: t -*-
(require 'eglot)
(require 'json)
(require 'yaml-mode)

(setq eglot-sync-connect 60
      eglot-connect-timeout 60
      create-lockfiles nil
      make-backup-files nil)
(defvar folder (getenv "RESTRAINT_FOLDER"))
(defvar command (append (json-read-from-string (getenv "RESTRAINT_COMMAND")) nil))
(add-to-list 'eglot-server-programs (cons '(js-mode yaml-mode) command))

(defun wait-for (what is-so)
  (let ((end (+ (float-time) 60)))
    (while (not (funcall is-so))
      (when (> (float-time) end) (error "%s did not come" what))
      (accept-process-output nil 0.05))))

(defun ask (method)
  (eglot--signal-textDocument/didChange)
  (jsonrpc-request (eglot--current-server-or-lose) method (eglot--TextDocumentPositionParams)))

(defun accept-completion (name)
  "Completes at point as the completion list does when NAME is chosen."
  (eglot--signal-textDocument/didChange)
  (pcase-let* ((`(,start ,end ,table . ,more) (eglot-completion-at-point))
               (all (all-completions "" table))
               (chosen (cl-find name all :test #'string=)))
    (unless chosen (error "%s is not offered: %S" name all))
    (delete-region start end)
    (goto-char start)
    (insert chosen)
    (funcall (plist-get more :exit-function) chosen 'finished)
    (eglot--signal-textDocument/didChange)
    all))

(defun run (name mode steps)
  (find-file (expand-file-name name folder))
  (funcall mode)
  (apply #'eglot (eglot--guess-contact))
  (flymake-mode 1)
  (flymake-start)
  (wait-for "a finding" (lambda () (flymake-diagnostics)))
  (let* ((first (car (flymake-diagnostics)))
         (findings (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
         (place (flymake-diagnostic-beg first))
         (action (aref (jsonrpc-request (eglot--current-server-or-lose) :textDocument/codeAction
                                        (list :textDocument (eglot--TextDocumentIdentifier)
                                              :range (list :start (eglot--pos-to-lsp-position place)
                                                           :end (eglot--pos-to-lsp-position place))
                                              :context (list :diagnostics [])))
                       0)))
    (eglot--apply-workspace-edit (plist-get action :edit))
    (eglot--signal-textDocument/didChange)
    (wait-for "the end of the finding" (lambda () (flymake-start) (null (flymake-diagnostics))))
    (let ((more (funcall steps)))
      (prog1 (append (list (cons 'findings (vconcat findings))
                           (cons 'fix (plist-get action :title))
                           (cons 'text (vconcat (split-string (buffer-string) "\n"))))
                     more)
        (set-buffer-modified-p nil)))))

(defun hover-text ()
  (plist-get (plist-get (ask :textDocument/hover) :contents) :value))

(let ((result
       (condition-case problem
           (list
            (cons "list.ts"
                  (run "list.ts" #'js-mode
                       (lambda ()
                         (goto-char (point-min))
                         (search-forward "items(id")
                         (let ((hover (save-excursion (search-backward "tems") (hover-text))))
                           (insert ",")
                           (list (cons 'offers (vconcat (accept-completion "owner"))) (cons 'hover hover))))))
            (cons "table.yaml"
                  (run "table.yaml" #'yaml-mode
                       (lambda ()
                         (goto-char (point-min))
                         (search-forward "providerR")
                         (let ((hover (hover-text)))
                           (goto-char (point-max))
                           (insert "    reten")
                           (list (cons 'offers (vconcat (accept-completion "retentionProperties"))) (cons 'hover hover)))))))
         (error (list (cons 'problem (error-message-string problem)))))))
  (with-temp-file (getenv "RESTRAINT_OUT") (insert (json-encode result))))
(kill-emacs)
